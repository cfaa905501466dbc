// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GOOGLE_REFUSALS } from '#shared/api/google-routes.ts';
import { createFakeApp, renderInApp, SIGNED_IN, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { LoginPage } from './login-page.tsx';

const GOOGLE = 'https://google.example/authorize?state=x';

let app: FakeApp;
let popup: {
  closed: boolean;
  readonly close: () => void;
  readonly location: { replace: (url: string) => void };
};
const assign = vi.fn<(url: string | URL) => void>();

function fakeWindow() {
  return {
    closed: false,
    document: window.document.implementation.createHTMLDocument(),
    sessionStorage: { setItem: vi.fn() },
    location: { replace: vi.fn() },
    close: vi.fn(),
  };
}

beforeEach(() => {
  app = createFakeApp({ config: { googleSignIn: true } });
  app.respond('POST /auth/sign-in/social', () => ({ url: GOOGLE }));
  popup = fakeWindow();
  vi.stubGlobal('open', () => popup);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  assign.mockClear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show() {
  renderInApp(
    app,
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/client" element={<p>The account</p>} />
    </Routes>,
    { path: '/login' },
  );
}

const button = () => screen.getByRole('button', { name: 'Login with Google' }) as HTMLButtonElement;

/** The window comes back from Google. */
async function comeBack(refusal: string | null): Promise<void> {
  const channel = new BroadcastChannel('nankeen-google');
  const taken = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
  channel.postMessage({ kind: 'ended', refusal });
  await taken;
  channel.close();
}

test('[R-LGN-01] [AU3] without its settings Login with Google says that it is not set up', () => {
  app = createFakeApp();
  show();
  expect(button().disabled).toBe(true);
  expect(screen.getByText('Login with Google is not set up in this shop.')).toBeTruthy();
});

test('[AU4] without a connection Login with Google says why it can’t be used', () => {
  app = createFakeApp({ config: { googleSignIn: true }, isOnline: false });
  show();
  expect(button().disabled).toBe(true);
  expect(screen.getByText(/Google needs a connection\.$/)).toBeTruthy();
});

test('[R-CAL-14] [AU4] Google’s page opens in a window of its own; this one goes on when it has come back', async () => {
  app.respond('GET /session', () => SIGNED_IN);
  app.respond('POST /claim', () => ({ claimed: 0 }));
  await app.pull('profiles');
  show();
  await userEvent.click(button());
  await screen.findByText(/^Finish in the other window\./);
  expect(popup.location.replace).toHaveBeenCalledWith(GOOGLE);
  expect(button().disabled).toBe(true);
  await comeBack(null);
  expect(await screen.findByText('The account')).toBeTruthy();
  expect(app.session.read()).toEqual(SIGNED_IN);
  expect(assign).not.toHaveBeenCalled();
});

test('[AU4] Cancel ends the wait; a person who comes back without an answer reads what to do', async () => {
  show();
  await userEvent.click(button());
  await screen.findByText(/^Finish in the other window\./);
  app.respond('GET /session', () => ({ account: null, isStaff: false }));
  window.dispatchEvent(new Event('focus'));
  await screen.findByText(/If you have closed it, cancel here and start again\./);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(button().disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/^Finish in the other window\./)).toBeNull();
});

test('[AU4] a window that is closed before Google’s page is there ends the sign-in', async () => {
  popup.closed = true;
  show();
  await userEvent.click(button());
  await waitFor(() => expect(button().disabled).toBe(false));
  expect(popup.location.replace).not.toHaveBeenCalled();
});

test.each(['blocked', 'installed or small'])(
  '[AU4] Google’s page opens in the same window: %s',
  async (why) => {
    if (why === 'blocked') vi.stubGlobal('open', () => null);
    else vi.stubGlobal('matchMedia', () => ({ matches: false }));
    show();
    await userEvent.click(button());
    await waitFor(() => expect(assign).toHaveBeenCalledWith(GOOGLE));
    expect(screen.getByText('Opening Google…')).toBeTruthy();
  },
);

test.each([
  'account-not-linked',
  'email-not-verified',
  'provider-unavailable',
  'invalid-answer',
  'invalid-credential',
] as const)(
  '[AU3] [AU4] [R-ERR-01] a refused sign-in is logged and shown like any other: %s',
  async (refusal) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    show();
    await userEvent.click(button());
    await screen.findByText(/^Finish in the other window\./);
    await comeBack(refusal);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`Error: ${GOOGLE_REFUSALS[refusal]}`);
    expect(logged).toHaveBeenCalledWith(
      'Authentication error:',
      expect.objectContaining({ reason: refusal }),
    );
    const link = screen.queryByRole('link', { name: 'Get a link by email' });
    expect(link?.getAttribute('href')).toBe(refusal === 'account-not-linked' ? '/login/reset' : undefined);
  },
);

test('[AU4] a sentence, not an error, follows a cancelled sign-in at Google', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  show();
  await userEvent.click(button());
  await screen.findByText(/^Finish in the other window\./);
  await comeBack('user-cancelled');
  expect(await screen.findByText(GOOGLE_REFUSALS['user-cancelled'])).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(logged).not.toHaveBeenCalled();
});

test('[AU4] a provider that can’t be reached is an error at once, and the opened window closes', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  app.respond('POST /auth/sign-in/social', () =>
    Response.json(
      { error: { code: 'unavailable', message: GOOGLE_REFUSALS['provider-unavailable'] } },
      { status: 503 },
    ),
  );
  show();
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Google can’t be reached');
  expect(popup.close).toHaveBeenCalled();
});

test('[AU4] a window that nobody finishes is waited for as long as the server takes its answer, and then a sentence says what to do', async () => {
  show();
  const timeout = vi.spyOn(window, 'setTimeout');
  await userEvent.click(button());
  await screen.findByText(/Finish in the other window\./);
  const [end] = timeout.mock.calls.find(([, delayMs]) => delayMs === 600_000) ?? [];
  act(() => (end as () => void)());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(GOOGLE_REFUSALS['invalid-credential']);
  expect(screen.queryByText(/Finish in the other window/)).toBeNull();
  expect(button().disabled).toBe(false);
});
