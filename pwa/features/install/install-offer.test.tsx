import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { forgetInstallEvent, InstallOffer } from './install-offer.tsx';

const DAY_MS = 86_400_000;
const offer = () => screen.queryByRole('complementary', { name: 'Install the store' });

let app: FakeApp;
const show = (isWorthIt = true) => renderInApp(app, <InstallOffer isWorthIt={isWorthIt} />);

beforeEach(() => {
  app = createFakeApp();
});
afterEach(() => {
  cleanup();
  forgetInstallEvent();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function browserOffers(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => undefined),
    userChoice: Promise.resolve({ outcome }),
  });
  act(() => void window.dispatchEvent(event));
  return event;
}

test('[R-SHP-01] the browser’s install prompt is deferred until the store has proved useful, and shown once', async () => {
  const { rerender } = show(false);
  const event = browserOffers();
  expect(event.defaultPrevented).toBe(true);
  expect(offer()).toBeNull();
  rerender(<InstallOffer isWorthIt />);
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(event.prompt).toHaveBeenCalledOnce();
  expect(offer()).toBeNull();
});

test('[R-SHP-01] after a "not now" nothing is offered for 14 days', async () => {
  const { unmount } = show();
  browserOffers();
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  unmount();
  vi.setSystemTime(Date.now() + 13.9 * DAY_MS);
  show();
  browserOffers();
  expect(offer()).toBeNull();
  vi.setSystemTime(Date.now() + 0.2 * DAY_MS);
  browserOffers();
  expect(offer()).not.toBeNull();
});

test('[R-SHP-01] dismissing the browser’s own dialog counts as a "not now"', async () => {
  show();
  browserOffers('dismissed');
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  browserOffers();
  expect(offer()).toBeNull();
  vi.setSystemTime(Date.now() + 14.1 * DAY_MS);
  browserOffers();
  expect(offer()).not.toBeNull();
});

test('[R-SHP-01] on an iPhone the steps to install are shown, and not again on the next visit', async () => {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { standalone: { value: false }, maxTouchPoints: { value: 5 } }),
  );
  const { unmount } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Show how' }));
  const steps = await screen.findByRole('dialog', { name: 'Add Nankeen to your Home Screen' });
  expect([...steps.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
    'Share',
    'Add to Home Screen',
    'Add',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  unmount();
  show();
  expect(offer()).toBeNull();
});

test('[R-SHP-01] no offer is shown when the app runs from the home screen', () => {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { standalone: { value: true }, maxTouchPoints: { value: 5 } }),
  );
  show();
  expect(offer()).toBeNull();
});
