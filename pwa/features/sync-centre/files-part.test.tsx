// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest';
import type { QueuedFile } from '#pwa/data/files/file-queue.ts';
import {
  createFakeApp,
  renderInApp,
  STAFF,
  type FakeApp,
  type FakeAppOptions,
} from '../../../tests/support/fake-app.tsx';
import { productContent } from '../../../tests/support/samples.ts';
import { SyncPage } from './sync-page.tsx';

let app: FakeApp;
let retry: Mock<(id: string) => Promise<void>>;

const FILE: QueuedFile = {
  id: '0'.repeat(32),
  bucket: 'product-pictures',
  name: 'hexa.jpg',
  type: 'image/webp',
  size: 500_000,
  sentBytes: 0,
  state: 'kept',
  usedBy: [],
  isAwaited: true,
  accountId: 'account-ada',
  addedAt: '2026-11-01T00:00:00.000Z',
};
const toId = (digit: number) => String(digit).repeat(32);

function show(...files: readonly Partial<QueuedFile>[]) {
  showIn({}, ...files);
}

function showIn(options: FakeAppOptions, ...files: readonly Partial<QueuedFile>[]) {
  app = createFakeApp({
    ...options,
    session: STAFF,
    files: files.map((file) => ({ ...FILE, ...file })),
    onRetryFile: retry,
  });
  renderInApp(app, <SyncPage />);
}
const findPart = () => screen.findByRole('region', { name: /Files waiting/ });

beforeEach(() => {
  retry = vi.fn(async () => undefined);
});
afterEach(cleanup);

test('[FI4] without files that wait, the sync centre doesn’t mention any', async () => {
  show();
  await screen.findByText('Everything is up to date.');
  expect(screen.queryByText(/Files waiting/)).toBeNull();
});

test.each([
  [{ state: 'kept' }, /Saved on this device/],
  [{ state: 'sending', sentBytes: 205_000 }, /Sending, 41 %/],
  [{ state: 'processing' }, /Sent, not ready yet/],
  [{ state: 'refused', reason: 'The picture is too large.' }, /Needs review.*The picture is too large/],
  [{ state: 'no-room', reason: 'The server’s storage is full.' }, /Saved on this device.*storage is full/],
  [{ state: 'signed-out', reason: 'Sign in again.' }, /Saved on this device.*Sign in again/],
] as const)('[FI4] a file that is %j says so, with its name and size', async (part, text) => {
  show(part);
  const list = await findPart();
  expect(list.textContent).toContain('hexa.jpg500 kB');
  expect(list.textContent).toMatch(text);
});

test('[FI4] without a connection no file is being sent', async () => {
  showIn({ isOnline: false }, { state: 'sending' });
  expect((await findPart()).textContent).toMatch(/Saved on this device/);
});

test('[FI5] [R-ERR-10] a refused file can be tried again', async () => {
  show({ state: 'refused', reason: 'The picture is too large.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Retry hexa.jpg' }));
  expect(retry).toHaveBeenCalledExactlyOnceWith(FILE.id);
});

test('[FI4] a file is removed only after a confirmation', async () => {
  show({});
  await userEvent.click(await screen.findByRole('button', { name: 'Remove hexa.jpg' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(app.files.files.read()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Remove hexa.jpg' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(app.files.files.read()).toEqual([]));
});

test('[FI4] [CL5] files of another account are counted, not named', async () => {
  show(
    { id: toId(1), accountId: 'account-bob', name: 'secret.jpg' },
    { id: toId(2), accountId: 'account-bob' },
  );
  expect((await findPart()).textContent).toContain('2 files are kept on this device for another account');
  expect(screen.queryByText('secret.jpg')).toBeNull();
});

test('[FI10] a new product waits for its pictures, unless the person publishes it now', async () => {
  show({ id: toId(3) }, { id: toId(4) });
  const productImages = [1, 2, 3, 4].map((digit) => ({
    value: `/pictures/u/${toId(digit)}.webp`,
    label: '',
    description: '',
  }));
  await app.write('products', { FBUID: 'hexa', ...productContent(), productImages });
  const [record] = await (await app.database).outbox.find().exec();
  expect(await screen.findByText(/2 of 4 files sent/)).toBeTruthy();
  expect(app.files.holdsBack(record?.toJSON() as never)).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
  await waitFor(() => expect(screen.queryByText(/of 4 files sent/)).toBeNull());
  expect(app.files.holdsBack(record?.toJSON() as never)).toBe(false);
  expect(app.files.files.read()).toHaveLength(2);
});

test('[FI10] an edit of a product that the server has doesn’t wait', async () => {
  show({ id: toId(3) });
  await app.pull('products', [{ FBUID: 'hexa', ...productContent() }]);
  const productImages = [{ value: `/pictures/u/${toId(3)}.webp`, label: '', description: '' }];
  await app.write('products', { FBUID: 'hexa', ...productContent(), productImages });
  const [record] = await (await app.database).outbox.find().exec();
  await findPart();
  expect(screen.queryByText(/files sent/)).toBeNull();
  expect(app.files.holdsBack(record?.toJSON() as never)).toBe(false);
});
