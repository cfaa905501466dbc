// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GOOGLE_REFUSALS } from '#shared/api/google-routes.ts';
import { keepErrand } from '#pwa/data/session/google-window.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { createFakeApp, renderInApp, SIGNED_IN } from '../../../tests/support/fake-app.tsx';
import { GoogleEndPage } from './google-end-page.tsx';

const NOTICE = 'You are back from Google. Choose again what you were about to do.';

beforeEach(() => {
  sessionStorage.clear();
  keepErrand({ next: '/account/data', nextState: null, notice: NOTICE });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(search: string): Promise<void> {
  const app = createFakeApp({ session: SIGNED_IN });
  app.respond('GET /session', () => SIGNED_IN);
  app.respond('POST /claim', () => ({ claimed: 0 }));
  await app.pull('profiles');
  renderInApp(
    app,
    <ToastRegion>
      <Routes>
        <Route path="/login/done" element={<GoogleEndPage />} />
        <Route path="/account/data" element={<p>Your data</p>} />
        <Route path="/login" element={<p>Login</p>} />
      </Routes>
    </ToastRegion>,
    { path: `/login/done${search}` },
  );
}

test('[AU4] [AU6] a person who proved the own identity is back on the page, and reads how to go on', async () => {
  await open('');
  expect(await screen.findByText('Your data')).toBeTruthy();
  expect(screen.getByText(NOTICE)).toBeTruthy();
});

test('[AU4] [AU6] a signed-in person whom Google refused is back on the page, and reads why', async () => {
  await open('?reason=user-cancelled');
  expect(await screen.findByText('Your data')).toBeTruthy();
  expect(screen.getByText(GOOGLE_REFUSALS['user-cancelled'])).toBeTruthy();
});
