import { beforeEach, expect, test } from 'vitest';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { dataPath, errorIn, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const ADA = { device: 'ada' };
const DAY_MS = 24 * 3_600_000;

let clock: TestClock;
let server: CoreServer;
let staff: Caller;
beforeEach(() => {
  clock = createTestClock();
  server = createCoreServer(createSuiteStore(clock), clock);
  staff = signIn(server, 'sam', true);
});

const read = async (path: string, as: Caller = staff) => (await server.request(path, { as })).json();
const save = (id: string, json: object = productContent(id)) =>
  server.request(dataPath(`products/${id}`), { as: staff, method: 'PUT', json });
const remove = (id: string) => server.request(dataPath(`products/${id}`), { as: staff, method: 'DELETE' });
const listDeleted = async (query = '', collection = 'products', as: Caller = staff) =>
  (await read(`/admin/deleted/${collection}${query}`, as)) as {
    documents: WireDocument[];
    next: number | null;
  };
const enquire = (id: string) =>
  pushRow(server, ADA, 'contacts', row(id, `w-${id}`, enquiryContent(`of ${id}`)));

test('[PB5] [R-CAL-09] deleted documents are listed with their last content, who deleted them and when, the last one first', async () => {
  for (const id of ['first', 'second', 'third', 'living']) {
    await save(id);
    await save(id, productContent(`${id}, changed`, id));
    if (id !== 'living') await remove(id);
    clock.advance(1000);
  }
  const { documents, next } = await listDeleted('?limit=2');
  expect(documents).toMatchObject([
    {
      FBUID: 'third',
      productName: 'third, changed',
      _deleted: true,
      sync: { updatedAt: '2026-03-02T09:00:02.002Z', updatedBy: 'sam@example.com' },
    },
    { FBUID: 'second' },
  ]);
  expect(await listDeleted(`?limit=2&before=${String(next)}`)).toMatchObject({
    documents: [{ FBUID: 'first' }],
    next: null,
  });
});

test('[PB5] [R-CAL-09] the entry of a deletion restores the document', async () => {
  await save('gone');
  await remove('gone');
  const [deleted] = (await listDeleted()).documents;
  const restored = await server.request(dataPath('products/gone/restore'), {
    as: staff,
    method: 'POST',
    json: { at: deleted?.sync?.updatedAt },
  });
  expect(restored.status).toBe(200);
  expect(await read(dataPath('products/gone'))).toMatchObject({ productName: 'gone' });
  expect((await listDeleted()).documents).toEqual([]);
});

test('[PB5] [T03] staff see no deleted document that they could not see before it was deleted', async () => {
  const cart = row('ada', 'w1', { checkoutItems: [] });
  await pushRow(server, ADA, 'checkouts', cart);
  await pushRow(
    server,
    ADA,
    'checkouts',
    row('ada', 'w2', { checkoutItems: [] }, { base: 'w1', deleted: true }),
  );
  expect((await listDeleted('', 'checkouts')).documents).toEqual([]);
  expect((await listDeleted('', 'checkouts', 'admin')).documents).toHaveLength(1);
});

test.each(['limit=0', 'limit=201', 'before=x', 'before=-1'])(
  '[PB5] [T40] deleted documents can’t be listed with %s',
  async (query) => {
    expect((await server.request(`/admin/deleted/products?${query}`, { as: staff })).status).toBe(400);
  },
);

test('[PB1] [R-VAL-04] a form learns whether an id is taken, also by a deleted document', async () => {
  await save('taken');
  await save('gone');
  await remove('gone');
  const exists = (id: string) => read(dataPath(`products/${id}/exists`));
  expect(await exists('taken')).toEqual({ exists: true, deleted: false });
  expect(await exists('gone')).toEqual({ exists: true, deleted: true });
  expect(await exists('free')).toEqual({ exists: false, deleted: false });
});

test('[PB1] [T03] whether an id is taken is told only to who may create the document', async () => {
  await save('taken');
  for (const id of ['taken', 'free']) {
    const refused = await server.request(dataPath(`products/${id}/exists`), { as: ADA });
    expect(refused.status).toBe(403);
    expect((await errorIn(refused)).code).toBe('permission-denied');
  }
});

test('the overview counts what came within seven days: enquiries, refused writes, views of products', async () => {
  await enquire('old');
  const view = (page: string) =>
    server.request('/analytics/views', {
      method: 'POST',
      json: { measurementId: 'nankeen-page-views', page },
    });
  await view('/product/:productFBUID');
  clock.advance(8 * DAY_MS);
  await enquire('new');
  await enquire('newer');
  for (const page of ['/product/:productFBUID', '/product/:productFBUID', '/']) await view(page);
  await pushRow(server, ADA, 'contacts', row('bad', 'w-bad', { ...enquiryContent(), contactName: '' }));
  // Changed lately, but written before.
  await pushRow(server, ADA, 'contacts', row('old', 'w-old-2', enquiryContent('more'), { base: 'w-old' }));
  expect(await read('/admin/overview')).toEqual({
    enquiries: 2,
    purchaseOrders: 0,
    refusedWrites: 1,
    mailsNotSent: 0,
    filesWaiting: 0,
    productViews: 2,
  });
});

test('the overview counts more enquiries than one page of the store holds', async () => {
  for (let index = 0; index < 401; index += 1) await enquire(`e${index}`);
  expect(await read('/admin/overview')).toMatchObject({ enquiries: 401 });
});
