// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { acknowledgeDataLoss } from '#pwa/data/store/use-data-loss.ts';
import { DataLossNotice } from './data-loss-notice.tsx';

const world = vi.hoisted(() => ({ loss: undefined as { lostAt: number } | undefined }));

vi.mock('#pwa/data/store/use-data-loss.ts', () => ({
  useDataLoss: () => world.loss,
  acknowledgeDataLoss: vi.fn(),
}));

afterEach(cleanup);

test('[RT2] a lost copy is told of, with what happens now, until somebody has taken note', async () => {
  world.loss = { lostAt: Date.parse('2026-11-21T12:15:00+11:00') };
  render(<DataLossNotice />);
  expect(screen.getByRole('status').textContent).toContain('copy was lost');
  expect(screen.getByRole('status').textContent).toContain('fetched again');
  await userEvent.click(screen.getByRole('button', { name: 'Understood' }));
  expect(acknowledgeDataLoss).toHaveBeenCalledOnce();
});

test('[RT2] nothing is said while nothing was lost', () => {
  world.loss = undefined;
  render(<DataLossNotice />);
  expect(screen.getByRole('status').textContent).toBe('');
});
