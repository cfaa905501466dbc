import { beforeEach, expect, test } from 'vitest';
import { dataPath, errorIn, pushRows, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { importFile } from '../support/job-calls.ts';
import { productContent } from '../support/samples.ts';

let server: CoreServer;
let staff: Caller;
beforeEach(() => {
  server = createCoreServer();
  staff = signIn(server, 'sam', true);
});

const priced = (priceId: string, value = '10.00') => ({
  ...productContent('A product'),
  productPrices: [{ value, label: 'AUD', description: priceId }],
});
const save = (id: string, json: object, method = 'PUT') =>
  server.request(dataPath(`products/${id}`), { as: staff, method, json });

const TAKEN = {
  code: 'already-exists',
  path: 'productPrices[0].description',
  message: 'The product first already has the price id price_1. Each product needs its own.',
};

test('[R-ENT-10] a second product with a price id is refused, with the id of the first', async () => {
  expect((await save('first', priced('price_1'))).ok).toBe(true);
  const refused = await save('second', priced('price_1'));
  expect(refused.status).toBe(409);
  expect(await errorIn(refused)).toMatchObject(TAKEN);
  await save('second', priced('price_2'));
  const changed = await save('second', { productPrices: priced('price_1').productPrices }, 'PATCH');
  expect(await errorIn(changed)).toMatchObject(TAKEN);
});

test('[R-ENT-10] a product keeps its own price id, and a deleted product gives its id up', async () => {
  await save('first', priced('price_1'));
  expect((await save('first', priced('price_1', '12.00'))).ok).toBe(true);
  await server.request(dataPath('products/first'), { as: staff, method: 'DELETE' });
  expect((await save('second', priced('price_1'))).ok).toBe(true);
  for (const id of ['third', 'fourth']) expect((await save(id, priced(''))).ok).toBe(true);
});

test('[R-ENT-10] of two pushed products with one price id the second is rejected', async () => {
  const { verdicts } = await pushRows(server, staff, 'products', [
    row('first', 'w1', priced('price_1')),
    row('second', 'w2', priced('price_1')),
    row('third', 'w3', priced('price_3')),
  ]);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['accepted', 'rejected', 'accepted']);
  expect(verdicts[1]).toMatchObject(TAKEN);
});

test('[R-ENT-10] [R-MIG-05] an import leaves out a product whose price id is taken, and says whose it is', async () => {
  await save('first', priced('price_1'));
  const lines = [
    { FBUID: 'second', ...priced('price_1') },
    { FBUID: 'third', ...priced('price_3') },
  ].map((document) => JSON.stringify(document));
  const job = await importFile(server, 'products', lines.join('\n'));
  expect(job.problems).toMatchObject([{ id: 'second', ...TAKEN }]);
  expect((await server.request(dataPath('products/second'))).status).toBe(404);
  expect((await server.request(dataPath('products/third'))).status).toBe(200);
});
