import { beforeEach, expect, test } from 'vitest';
import { dataPath, errorIn, pushRow, pushRows, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { importFile } from '../support/job-calls.ts';
import { productContent } from '../support/samples.ts';

let server: CoreServer;
let staff: Caller;
beforeEach(() => {
  server = createCoreServer();
  staff = signIn(server, 'sam', true);
});

const entry = (value: string) => ({ value, label: 'one', description: '' });
const priced = (value: string) => ({ ...productContent('A product'), productPrices: [entry(value)] });
const linked = (value: string) => ({
  ...productContent('A product', 'price_linked'),
  productDownloads: [entry('/manuals/a.pdf'), entry(value)],
});
const save = (id: string, json: object, method = 'PUT', as: Caller | 'admin' = staff) =>
  server.request(dataPath(`products/${id}`), { as, method, json });

const DEAR = {
  code: 'invalid-argument',
  path: 'productPrices[0].value',
  message: 'A price is 0.50 to 999,999.99. This one is 1000000.00.',
};

test.each([
  ['a price of a million', priced('1000000'), DEAR.path],
  ['1e9', priced('1e9'), DEAR.path],
  ['a negative price', priced('-5'), DEAR.path],
  ['a price of 0', priced('0'), DEAR.path],
  ['a script as a link', linked('javascript:alert(1)'), 'productDownloads[1].value'],
])('[PB8] [T16] %s is refused over the sync and in every document call', async (_what, content, path) => {
  const fault = { code: 'invalid-argument', path };
  const pushed = await pushRow(server, staff, 'products', row('one', 'w1', content));
  expect(pushed).toMatchObject({ verdict: 'rejected', ...fault });
  for (const as of [staff, 'admin'] as const) {
    const refused = await save('one', content, 'PUT', as);
    expect(refused.status).toBe(400);
    expect(await errorIn(refused)).toMatchObject(fault);
  }
  await save('one', productContent('A product'));
  const changed = await save('one', content, 'PATCH');
  expect(await errorIn(changed)).toMatchObject(fault);
});

test('[PB8] [R-CST-03] a price that is no number is stored and means Enquire', async () => {
  for (const price of ['on request', '', '0.50', '999999.99']) {
    expect((await save('one', priced(price))).ok, price).toBe(true);
  }
});

test('[PB8] [R-MIG-05] an import leaves out a product with such a price, and says where it is', async () => {
  const lines = [
    { FBUID: 'dear', ...priced('1000000') },
    { FBUID: 'fair', ...priced('10') },
  ].map((document) => JSON.stringify(document));
  const job = await importFile(server, 'products', lines.join('\n'));
  expect(job.problems).toMatchObject([{ id: 'dear', ...DEAR }]);
  expect((await server.request(dataPath('products/dear'))).status).toBe(404);
  expect((await server.request(dataPath('products/fair'))).status).toBe(200);
});

test('[PB8] of many pushed products only those with such a price are refused', async () => {
  const { verdicts } = await pushRows(server, staff, 'products', [
    row('first', 'w1', priced('10')),
    row('second', 'w2', priced('0.10')),
    row('third', 'w3', priced('12')),
  ]);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['accepted', 'rejected', 'accepted']);
});
