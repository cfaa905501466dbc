// @vitest-environment happy-dom
import { cleanup, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi, type Mock } from 'vitest';
import type { MangoQuery, RxCollection } from 'rxdb/plugins/core';
import { delay } from 'rxjs';
import { countFailure } from '#pwa/data/sync/parked-writes.ts';
import { toChecksum } from '#shared/sync/checksum.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { productContent } from '../../../tests/support/samples.ts';
import { collectSavedFiles } from '../../../tests/support/saved-files.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { noteConfirmation } from './confirmation.ts';
import { SyncPage } from './sync-page.tsx';

let app: FakeApp;
let wakeNow: Mock<() => void>;

const INES = {
  FBUID: 'a',
  contactName: 'Ines',
  contactEmail: 'ines@example.com',
  contactPhone: '',
  contactCompany: '',
  contactMessage: 'How heavy?',
};
const MARA = {
  FBUID: 'b',
  contactName: 'Mara',
  contactEmail: 'mara@@example',
  contactPhone: '',
  contactCompany: '',
  contactMessage: 'How far?',
};

/** Queues one write, and another that is parked after repeated server failures. */
async function queueWrites() {
  await app.write('contacts', INES, '2026-11-21T12:15:00+11:00');
  await app.write('products', { FBUID: 'p', ...productContent() }, '2026-11-21T12:16:00+11:00');
  for (let failure = 0; failure < 5; failure++) await countFailure(await app.database, 'products|p');
}

const refuse = () =>
  app.reject({
    collectionName: 'contacts',
    documentId: 'b',
    message: 'The address is too long.',
    path: 'contactEmail',
    content: MARA,
  });

const show = () => renderInApp(app, <SyncPage />);

function stubNavigator(name: 'storage' | 'serviceWorker', value: object) {
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, name));
}

beforeEach(() => {
  wakeNow = vi.fn();
  app = createFakeApp({ hasAccess: true, store: { wakeNow } });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const part = (name: string) => within(screen.getByRole('region', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('[R-SYN-01] a pending write is listed as saved on this device', async () => {
  await queueWrites();
  show();
  const waiting = part('Waiting to be sent');
  expect(await waiting.findByText('enquiry · Ines')).toBeTruthy();
  expect(waiting.getAllByText('Saved on this device')).toHaveLength(2);
});

test('[R-SYN-01] a part of the sync centre doesn’t say that it is empty before it is read', async () => {
  await queueWrites();
  await refuse();
  const database = await app.database;
  for (const collection of [database.outbox, database.rejectedChanges] as RxCollection[]) {
    const find = collection.find.bind(collection);
    const readLater = (query: unknown) => ({ $: find(query as MangoQuery).$.pipe(delay(50)) });
    vi.spyOn(collection, 'find').mockImplementation(readLater as unknown as typeof find);
  }
  const texts = new Set<string>();
  const observer = new MutationObserver(() => texts.add(document.body.textContent));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  show();
  await part('Waiting to be sent').findByText('enquiry · Ines');
  await part('Needs review').findByText('The address is too long.');
  observer.disconnect();
  const all = [...texts].join('\n');
  expect(all).not.toContain('Everything is up to date.');
  expect(all).not.toContain('Nothing needs review.');
});

test('[PB3] unsent forms are listed with their page, and a discarded one comes back with Undo', async () => {
  await app.forms.ready;
  app.forms.keep({ key: 'rejected/1', content: {} });
  const kept: readonly (readonly [key: string, title: string, path: string])[] = [
    ['contacts/new', 'Ines', '/contact'],
    ['contacts/a/b', '', '/contact/a%2Fb'],
    ['products/new/d1', 'Scout', '/product/create?draft=d1'],
    ['products/recon', 'Recon', '/product/recon/update'],
    ['templates/new/d2', 'Mast', '/template/create?draft=d2'],
    ['templates/t1', 'Hull', '/template/t1/update'],
  ];
  for (const [key, title] of kept) app.forms.keep({ key, title, content: { key } });
  renderInApp(
    app,
    <ToastRegion>
      <SyncPage />
    </ToastRegion>,
  );
  const links = () => part('Unsent forms on this device').getAllByRole('link');
  expect(links().map((link) => link.getAttribute('href'))).toEqual(
    kept.map(([, , path]) => path).toReversed(),
  );
  await press('Discard product · Scout');
  expect(links()).toHaveLength(5);
  await press('Undo');
  expect(links()).toHaveLength(6);
  expect(app.forms.read('products/new/d1')?.content).toEqual({ key: 'products/new/d1' });
});

/** Stores a document's confirmation as the pull does that acknowledges its write. */
async function acknowledge(collection: 'checkouts' | 'contacts', id: string) {
  const document = await (await app.database)[collection].findOne(id).exec(true);
  const { writeId, sync } = document.toJSON() as WireDocument;
  await document.incrementalPatch({ sync: { ...sync, sequence: 5, acknowledged: writeId } } as never);
}

test('[R-SYN-02] a confirmed enquiry is listed as received; a cart is not, also of an earlier list', async () => {
  const cart = { store: (await app.database).name, collection: 'checkouts', documentId: 'cart' };
  noteConfirmation(app.storage, { ...cart, writeId: 'earlier', at: 1 });
  await app.write('checkouts', { FBUID: 'cart', checkoutItems: [] });
  await app.write('contacts', INES);
  show();
  const received = part('Recently received by our server');
  await part('Waiting to be sent').findByText('enquiry · Ines');
  await acknowledge('checkouts', 'cart');
  await acknowledge('contacts', INES.FBUID);
  expect(await received.findByText('Enquiry · Ines')).toBeTruthy();
  expect(received.getAllByRole('listitem')).toHaveLength(1);
  expect(received.getByText('Received')).toBeTruthy();
});

const review = () => part('Needs review');
const edit = () => press('Edit and resend');

test('[R-SYN-02] a rejected write shows the reason at its field', async () => {
  await refuse();
  show();
  expect(await review().findByText(/^The server didn’t accept this\./)).toBeTruthy();
  expect(review().getByText('The address is too long.')).toBeTruthy();
  await edit();
  const email = review().getByLabelText('Contact email');
  expect(email.getAttribute('aria-invalid')).toBe('true');
});

test('[R-SYN-02] a rejected write can be corrected and resent', async () => {
  await refuse();
  show();
  await edit();
  const email = screen.getByLabelText('Contact email');
  await userEvent.clear(email);
  await userEvent.type(email, 'mara@example.com');
  await press('Resend');
  expect(await part('Waiting to be sent').findByText('enquiry · Mara')).toBeTruthy();
  expect(await review().findByText(/^Nothing/)).toBeTruthy();
  expect(await app.read('contacts')).toMatchObject([
    { FBUID: 'b', contactName: 'Mara', contactEmail: 'mara@example.com' },
  ]);
});

test('[R-SYN-02] Discard asks for confirmation, with the focus on Cancel', async () => {
  await refuse();
  show();
  await press('Discard');
  const dialog = within(screen.getByRole('dialog', { name: 'Discard this?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await app.rejectedChanges()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  expect(await review().findByText(/^Nothing/)).toBeTruthy();
  expect(await app.rejectedChanges()).toEqual([]);
});

test('[RJ5] a parked write says why it is parked and can be retried', async () => {
  await queueWrites();
  show();
  const reason = /The server failed on this five times/;
  expect(await part('Waiting to be sent').findByText(reason)).toBeTruthy();
  await press('Try again now');
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
  expect(wakeNow).toHaveBeenCalledOnce();
});

test('[CL1] the page shows the age of the oldest pending write and which tab replicates', async () => {
  await queueWrites();
  app.connection.setLeading(false);
  show();
  const facts = part('Connection');
  expect(await facts.findByText(/21 Nov 2026/)).toBe(
    facts.getByText('Oldest unsent change').nextElementSibling?.firstElementChild,
  );
  expect(facts.getByText('Syncing').nextElementSibling?.textContent).toBe('Another tab');
});

test('[R-SYN-01] the page shows storage usage and can request persistent storage', async () => {
  const persist = vi.fn(async () => false);
  const estimate = async () => ({ usage: 41_943_040, quota: 2_147_483_648 });
  stubNavigator('storage', { estimate, persist, persisted: async () => false });
  show();
  const meter = await part('Storage').findByRole('meter', { name: '41.9 MB used of 2.1 GB' });
  expect(meter.getAttribute('value')).toBe('41943040');
  await press('Ask the browser to keep it');
  expect(persist).toHaveBeenCalledOnce();
  expect(await part('Storage').findByText(/hasn’t allowed it yet/)).toBeTruthy();
});

test('[R-SYN-01] the offline check lists each part that is ready', async () => {
  stubNavigator('serviceWorker', { controller: {} });
  vi.stubGlobal('caches', { match: async () => new Response() });
  show();
  await press('Ready for offline?');
  const points = within(await part('Checks').findByRole('list')).getAllByRole('listitem');
  expect(points.map((point) => point.textContent)).toEqual([
    'The app itself is on this deviceYes',
    'Pages open from this deviceYes',
    'Products and your documents are on this deviceNot yet',
  ]);
});

test('[R-SYN-02] verification compares each collection on this device with the server', async () => {
  const products = Array.from({ length: 26 }, (_none, index) => ({
    FBUID: `product-${index}`,
    writeId: `write-${index}`,
    ...productContent(),
  }));
  const same = toChecksum(products.map(({ FBUID, writeId }) => ({ id: FBUID, writeId })));
  await app.pull('products', products);
  await app.pull('ukraines', [{ FBUID: 'order' }]);
  app.respond('GET /testing/data/products/checksum', () => ({ ...same, sequence: 30 }));
  app.respond('GET /testing/data/ukraines/checksum', () => ({ count: 2, digest: 1, sequence: 30 }));
  show();
  await press('Verify against the server');
  const rows = within(await part('Checks').findByRole('list')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'product26Same',
    'purchase order1 here, 2 thereDifferent',
  ]);
});

test('[CL5] unsynced writes are exported as one file per collection', async () => {
  const saved = collectSavedFiles();
  await queueWrites();
  await refuse();
  show();
  await press('Export unsynced writes');
  expect(await part('Checks').findByText(/^2 files were handed to the browser/)).toBeTruthy();
  expect(saved.map(({ name, blob }) => [name, blob.type])).toEqual([
    ['contacts.ndjson', 'application/x-ndjson'],
    ['products.ndjson', 'application/x-ndjson'],
  ]);
  const lines = (await saved[0]?.blob.text())?.trimEnd().split('\n') ?? [];
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([INES, MARA]);
});
