import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ShareButton } from './share-button.tsx';
import { ToastContext } from './toasts.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function press(browser: { readonly share?: unknown; readonly clipboard?: unknown }) {
  const entries = Object.entries(browser).map(([name, value]) => [name, { value }] as const);
  const user = userEvent.setup();
  vi.stubGlobal('navigator', Object.create(navigator, Object.fromEntries(entries)));
  const show = vi.fn();
  render(
    <ToastContext value={show}>
      <ShareButton title="Recon VTOL" />
    </ToastContext>,
  );
  await user.click(screen.getByRole('button', { name: 'Share Recon VTOL' }));
  return show;
}

test('[R-SHP-01] the share button passes the product’s URL to the share sheet', async () => {
  const share = vi.fn(async () => undefined);
  const show = await press({ share });
  expect(share).toHaveBeenCalledWith({ title: 'Recon VTOL', url: location.origin + location.pathname });
  expect(show).not.toHaveBeenCalled();
});

test('[R-SHP-01] cancelling the share sheet shows no error', async () => {
  const show = await press({ share: () => Promise.reject(new DOMException('', 'AbortError')) });
  expect(show).not.toHaveBeenCalled();
});

test('[R-SHP-01] without a share sheet the URL is copied, and a toast says so', async () => {
  const writeText = vi.fn(async () => undefined);
  const show = await press({ clipboard: { writeText } });
  expect(writeText).toHaveBeenCalledWith(location.origin + location.pathname);
  expect(show).toHaveBeenCalledWith({ text: 'Link copied.' });
});
