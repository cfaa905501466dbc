// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toHistoryPath } from '#shared/api/document-paths.ts';
import type { HistoryEntry } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  STAFF,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { enquiryContent } from '../../../tests/support/samples.ts';
import { HistoryPage } from './history-page.tsx';

let app: FakeApp;

const entry = (at: string, productName: string, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  at: `2026-11-21T${at}.000Z`,
  madeAt: null,
  operation: 'update',
  writeId: at,
  data: { productName },
  updatedAt: '',
  updatedBy: 'iris@example.com',
  device: null,
  ...changes,
});
const newest = entry('03:00:00', 'Scout Trainer');
const first = entry('02:00:00', 'Scout', { operation: 'create', updatedBy: 'no user found' });

const SCOUT = '/testing/data/products/scout';
const HISTORY = `GET ${SCOUT}/history`;

function show(path = '/history/products/scout') {
  renderInApp(
    app,
    <ToastRegion>
      <Routes>
        <Route path="/history/:collection/:id" element={<HistoryPage />} />
      </Routes>
    </ToastRegion>,
    { path },
  );
}

const restores = () => app.requests.filter(({ method }) => method === 'POST');

beforeEach(() => {
  app = createFakeApp({ session: STAFF });
  app.respond(HISTORY, () => ({ entries: [newest, first] }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[HI4] the history lists newest entries first, with the author, the operation and each field’s old and new value', async () => {
  show();
  const headings = await screen.findAllByRole('heading', { level: 2 });
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Changed by iris@example.com',
    'Created by an administrator',
  ]);
  expect(screen.getByRole('deletion').textContent).toBe('Before: Scout');
  expect(screen.getByRole('insertion').textContent).toBe('After: Scout Trainer');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scout Trainer');
});

test('[HI4] an earlier version can be restored after a confirmation; the current version cannot', async () => {
  app.respond(`POST ${SCOUT}/restore`, () => ({ ...first.data, FBUID: 'scout' }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Restore this version/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Restore this version?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  expect(restores()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Restored.')).toBeTruthy();
  expect(restores()).toEqual([{ method: 'POST', path: `${SCOUT}/restore`, body: { at: first.at } }]);
});

test('[HI4] users without write access see no restore button', async () => {
  app.session.keep(SIGNED_IN);
  show();
  await screen.findAllByRole('heading', { level: 2 });
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
});

test('[PY7] [IN1] steps of an order and notes are not taken back by restoring', async () => {
  app.respond('GET /testing/data/orders/scout/history', () => ({ entries: [newest, first] }));
  show('/history/orders/scout');
  await screen.findAllByRole('heading', { level: 2 });
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  expect(screen.getByText('History of this order. Every change is kept.')).toBeTruthy();
});

test('[HI4] a long history loads page by page', async () => {
  // A deleted document may be created again, so a creation doesn't end the history.
  const created = { ...newest, operation: 'create' } as const;
  const later = Array.from({ length: 49 }, (_none, minute) =>
    entry(`04:${String(59 - minute).padStart(2, '0')}:00`, `Scout ${minute}`),
  );
  app.respond(HISTORY, ({ path }) => ({ entries: path.includes('before=') ? [first] : [...later, created] }));
  show();
  await userEvent.click(await screen.findByText('Earlier steps'));
  await screen.findByText('by an administrator');
  expect(screen.getAllByText(/^(by|on a device) /)).toHaveLength(51);
  const query = new URLSearchParams(app.requests.at(-1)?.path.split('?')[1]);
  expect(query.get('before')).toBe(newest.at);
  expect(screen.queryByText('Earlier steps')).toBeNull();
});

test('[HI4] offline, the page says that the history is on the server and offers a retry', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  app = createFakeApp({ session: STAFF, isOnline: false });
  show();
  expect((await screen.findByText(/You're offline/)).textContent).toContain('kept on the server');
  const cause = expect.stringContaining('could not be reached');
  await waitFor(() => expect(logged).toHaveBeenCalledWith('A history could not be fetched.', cause));
  app.respond(HISTORY, () => ({ entries: [newest, first] }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('heading', { level: 2 })).toHaveLength(2);
});

test('[HI3] offline, the page lists this device’s own changes that are not sent yet', async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  app = createFakeApp({ session: STAFF, isOnline: false });
  await app.write('contacts', { FBUID: 'c1', ...enquiryContent() });
  await app.write('contacts', { FBUID: 'c1', ...enquiryContent(), contactMessage: 'And how far?' });
  show('/history/contacts/c1');
  const steps = await screen.findByRole('list', { name: 'Not sent yet' });
  const headings = within(steps).getAllByRole('heading');
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Changed on this device',
    'Created on this device',
  ]);
  expect(within(steps).getByRole('insertion').textContent).toBe('After: And how far?');
});

test('[AC5] the history of a document the user may not read is not found', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  const error = new AppError('not-found', 'There is no such document.');
  app.respond(HISTORY, () => toErrorResponse(error));
  show();
  expect(await screen.findByText('No history here')).toBeTruthy();
  expect(logged).toHaveBeenCalledWith('A history could not be fetched.', error.message);
});

test('[HI4] an id with special characters is escaped in the request and in the back link', async () => {
  const segment = encodeURIComponent('50%2F? off');
  app.respond(`GET /testing/data/products/${segment}/history`, () => ({ entries: [newest, first] }));
  show(toHistoryPath('products', '50%2F? off'));
  const back = await screen.findByRole('link', { name: /^Back to the/ });
  expect(back.getAttribute('href')).toBe('/product/50%252F%3F%20off');
});
