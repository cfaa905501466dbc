import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createFakeApp } from '../../../tests/support/fake-app.tsx';
import { productContent } from '../../../tests/support/samples.ts';
import { openDatabase } from '../store/database.ts';
import { readEarlyProducts } from './early-products.ts';
import { readIdentity } from '../session/identity.ts';
import { replaceState } from '../sync/local-states.ts';
import { watchedStorage } from '../store/watched-storage.ts';

test('[R-SHP-02] reading early products on a new device finds none and creates no database', async () => {
  const app = createFakeApp();
  await readEarlyProducts(app);
  expect(app.earlyProducts.read()).toEqual([]);
  expect(await indexedDB.databases()).toEqual([]);
});

test('[R-SHP-02] existing products are read as written, without internal fields or deleted ones', async () => {
  const app = createFakeApp();
  const database = await openDatabase({
    name: readIdentity(app.storage).databaseName,
    storage: watchedStorage({ onLost: () => {}, onSuperseded: () => {} }),
    isShared: false,
  });
  const product = { FBUID: 'recon', ...productContent('Recon VTOL') };
  await replaceState(database, 'products', undefined, product);
  await replaceState(database, 'products', undefined, { ...product, FBUID: 'gone', _deleted: true });
  await readEarlyProducts(app);
  expect(app.earlyProducts.read()).toEqual([product]);
  await database.close();
});
