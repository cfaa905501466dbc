// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdUpdates } from '#pwa/data/store/unfinished-work.ts';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** Fake browser state: the registration, its workers and the listener for a waiting worker. */
const browser = vi.hoisted(() => ({
  registered: undefined as object | undefined,
  installing: null as (EventTarget & { state: string }) | null,
  waiting: null as object | null,
  register: vi.fn(),
  skipWaiting: vi.fn(),
  notifyWaiting: () => {},
}));

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (_name: string, listener: () => void) => void (browser.notifyWaiting = listener);
    register = browser.register;
    messageSkipWaiting = browser.skipWaiting;
  },
}));

let app: FakeApp;
let container: EventTarget & { readonly getRegistration?: () => Promise<object | undefined> };
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  app = createFakeApp();
  container = Object.assign(new EventTarget(), { getRegistration: async () => browser.registered });
  browser.registered = {};
  browser.waiting = {};
  browser.installing = null;
  browser.register.mockImplementation(async () => ({
    active: {},
    installing: browser.installing,
    get waiting() {
      return browser.waiting;
    },
  }));
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true });
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'locks');
});

/** Fakes the Web Locks API, without a queue. */
function createLocks() {
  const held = new Set<string>();
  return {
    async request(name: string, { ifAvailable }: LockOptions, hold: (lock: object | null) => unknown) {
      if (ifAvailable && held.has(name)) return hold(null);
      held.add(name);
      try {
        return await hold({ name });
      } finally {
        held.delete(name);
      }
    },
  };
}

const show = () => renderInApp(app, <UpdatePrompt />);

/** Shows a page with a waiting new version. */
async function showWaiting(): Promise<void> {
  show();
  await act(() => vi.advanceTimersByTimeAsync(0));
  act(() => browser.notifyWaiting());
}

async function press(name: string): Promise<void> {
  await act(async () => {
    screen.getByRole('button', { name }).click();
    await vi.advanceTimersByTimeAsync(0);
  });
}

const takeOver = () => act(() => void container.dispatchEvent(new Event('controllerchange')));

test('[F50] [R-SHP-01] a new version takes over only on request, and the page then reloads', async () => {
  await showWaiting();
  expect(browser.skipWaiting).not.toHaveBeenCalled();
  await press('Update now');
  expect(browser.skipWaiting).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
  takeOver();
  expect(reload).toHaveBeenCalledOnce();
});

test('[F50] an update from another tab reloads this page only on request', async () => {
  await showWaiting();
  takeOver();
  browser.waiting = null;
  expect(reload).not.toHaveBeenCalled();
  await press('Update now');
  expect(reload).toHaveBeenCalledOnce();
  expect(browser.skipWaiting).not.toHaveBeenCalled();
});

test('[F52] a new version that fails to take over is reported, and can be retried', async () => {
  await showWaiting();
  await press('Update now');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByRole('status').textContent).toContain('The update did not finish.');
  await press('Update now');
  expect(browser.skipWaiting).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('status').textContent).not.toContain('did not finish');
});

test('[F50] while a write is in progress no update takes over, and the page says why', async () => {
  const release = holdUpdates();
  await showWaiting();
  await press('Update now');
  expect(screen.getByText(/^Something is still being written/)).toBeTruthy();
  expect(browser.skipWaiting).not.toHaveBeenCalled();
  await act(async () => release());
  await press('Update now');
  expect(browser.skipWaiting).toHaveBeenCalledOnce();
});

test('[F50] "Later" hides the prompt until the next version or the next visit', async () => {
  await showWaiting();
  await press('Later');
  expect(screen.queryByRole('button')).toBeNull();
  act(() => browser.notifyWaiting());
  expect(screen.getByRole('button', { name: 'Update now' })).toBeTruthy();
});

test('[F52] [R-SHP-01] a failed service worker registration is logged, and the store works without it', async () => {
  const failure = new TypeError('Failed to register a ServiceWorker');
  browser.register.mockRejectedValue(failure);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  show();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    'The store could not be made ready for offline use:',
    failure,
  );
  expect(screen.getByRole('status').textContent).toBe('');
});

test('[F50] an update already installing at page load is announced once installed', async () => {
  browser.installing = Object.assign(new EventTarget(), { state: 'installing' });
  show();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.queryByRole('button')).toBeNull();
  browser.installing.state = 'installed';
  act(() => void browser.installing?.dispatchEvent(new Event('statechange')));
  expect(screen.getByRole('button', { name: 'Update now' })).toBeTruthy();
});

test('[R-SHP-02] on a first visit the worker is registered once the store is open, or after five seconds', async () => {
  browser.registered = undefined;
  vi.useRealTimers();
  await app.localStore.whenOpen();
  vi.useFakeTimers();
  let open = () => {};
  app.localStore.defer(new Promise<void>((resolve) => (open = resolve)));
  const first = show();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(browser.register).not.toHaveBeenCalled();
  open();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(browser.register).toHaveBeenCalledOnce();
  first.unmount();

  app.localStore.defer(new Promise(() => {}));
  show();
  await act(() => vi.advanceTimersByTimeAsync(4900));
  expect(browser.register).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(browser.register).toHaveBeenCalledTimes(2);
});

test('[R-SHP-01] no worker is registered in a browser without service workers', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  show();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(browser.register).not.toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
});
