// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { detectEviction } from '#pwa/data/store/eviction-detector.ts';
import { createFakeApp, renderInApp } from '../../../tests/support/fake-app.tsx';
import { DataLossNotice } from './device-notices.tsx';

afterEach(cleanup);

test('[RT2] a notice reports a lost local copy and its recovery until it is dismissed', async () => {
  const app = createFakeApp();
  const database = await app.database;
  await detectEviction(database, app.storage, 0);
  await database.checkpoints.find().remove();
  await detectEviction(database, app.storage, Date.parse('2026-11-21T12:15:00+11:00'));
  app.dataLoss.note();
  renderInApp(app, <DataLossNotice />);
  expect(screen.getByRole('status').textContent).toContain('copy was lost');
  expect(screen.getByRole('status').textContent).toContain('21 Nov 2026');
  expect(screen.getByRole('status').textContent).toContain('fetched again');
  await userEvent.click(screen.getByRole('button', { name: 'Understood' }));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(app.dataLoss.read()).toBeUndefined();
});

test('[RT2] no notice shows if no data was lost', () => {
  renderInApp(createFakeApp(), <DataLossNotice />);
  expect(screen.getByRole('status').textContent).toBe('');
});
