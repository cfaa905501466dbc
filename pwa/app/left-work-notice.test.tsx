// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { LEFT_WORK_KEY } from '#pwa/data/session/identity.ts';
import { createFakeApp, renderInApp } from '../../tests/support/fake-app.tsx';
import { LeftWorkNotice } from './store-error-page.tsx';

afterEach(cleanup);

test('[AU7] a browser that was signed out says how much waits there, until it is dismissed', async () => {
  const app = createFakeApp();
  app.storage.setItem(LEFT_WORK_KEY, 'nankeen-ada 2');
  renderInApp(app, <LeftWorkNotice />);
  expect(screen.getByRole('status').textContent).toContain('2 changes of that account are not sent yet');
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('status')).toBeNull();
  cleanup();
  renderInApp(app, <LeftWorkNotice />);
  expect(screen.queryByRole('status')).toBeNull();
});
