// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeOrder, restoreItems } from '#pwa/data/cart.ts';
import { fetchCheckoutStatus } from '#pwa/data/payments.ts';
import { SuccessPage } from './success-page.tsx';

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/payments.ts', () => ({ fetchCheckoutStatus: vi.fn() }));
vi.mock('#pwa/data/cart.ts', () => ({
  completeOrder: vi.fn(async () => undefined),
  restoreItems: vi.fn(async () => undefined),
  lastOrder: () => ['the last order'],
}));

function show(path = '/success?session_id=cs_1') {
  render(
    <StrictMode>
      <MemoryRouter initialEntries={[path]}>
        <SuccessPage />
      </MemoryRouter>
    </StrictMode>,
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(fetchCheckoutStatus).mockResolvedValue('paid');
});
afterEach(cleanup);

test('[R-SUC-01] [R-SUC-02] [R-SUC-03] the page thanks, mentions the confirmation email and leads home', async () => {
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank You for Your Purchase!');
  expect(screen.getByText(/A confirmation email was sent/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Homepage' }).getAttribute('href')).toBe('/');
  expect(await screen.findByText('Payment confirmed.')).toBeTruthy();
});

test('[R-SUC-01] opening it empties the cart, once', async () => {
  show();
  await screen.findByText('Payment confirmed.');
  expect(completeOrder).toHaveBeenCalledOnce();
});

test.each(['open', 'expired', 'failed', 'unknown'] as const)(
  '[R-SUC-01] a payment that is "%s" offers the last order back',
  async (status) => {
    vi.mocked(fetchCheckoutStatus).mockResolvedValue(status);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore my last order' }));
    expect(restoreItems).toHaveBeenCalledWith(['the last order']);
  },
);

test('[R-SUC-01] without a session, or when it cannot be asked, the last order is offered back too', async () => {
  show('/success');
  expect(screen.getByRole('button', { name: 'Restore my last order' })).toBeTruthy();
  cleanup();
  vi.mocked(fetchCheckoutStatus).mockRejectedValue(new Error('offline'));
  show();
  expect(await screen.findByRole('button', { name: 'Restore my last order' })).toBeTruthy();
});

test('[R-SUC-01] a paid order is not offered back', async () => {
  show();
  await screen.findByText('Payment confirmed.');
  expect(screen.queryByRole('button', { name: 'Restore my last order' })).toBeNull();
});
