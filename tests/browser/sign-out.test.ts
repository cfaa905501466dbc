import { expect, test } from 'vitest';
import { sendEnquiry } from '../support/enquiry-page.ts';
import { fillLogin } from '../support/login-page.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

// The browser logs the 409 of a pull whose access has just changed.
const world = setUpShopWorld({ device: 'returning', allowedErrors: /status of 409/ });

const MESSAGE = 'A message for staff only';

/** Everything that this origin keeps on the device, as text. */
function readDevice(): Promise<{ databases: string; storage: string; cachedPaths: string[]; bytes: number }> {
  return world.page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
      });
    const contents: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        contents.push(name, store, await done(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    const cachedPaths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) cachedPaths.push(new URL(url).pathname);
    }
    const databases = JSON.stringify(contents);
    const storage = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    return { databases, storage, cachedPaths, bytes: databases.length };
  });
}

test('[T13] [CL6] staff’s device holds enquiries in the clear until sign-out, and then only what names no one', async () => {
  const { page, shop } = world;
  const customer = await (await world.newContext()).newPage();
  await sendEnquiry(customer, shop, MESSAGE);
  await customer.getByText('Received').first().waitFor();

  await fillLogin(page, shop, shop.staff.email, shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/client$/);
  await expect.poll(async () => (await readDevice()).databases).toContain(MESSAGE);
  expect((await readDevice()).storage).toContain(shop.staff.email);

  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByText('You are not signed in').waitFor();
  await expect.poll(async () => (await readDevice()).databases).not.toContain(MESSAGE);
  const left = await readDevice();
  // The catalogue stays.
  expect(left.databases).toContain('Recon VTOL');
  for (const text of [left.databases, left.storage]) {
    expect(text).not.toContain(shop.staff.email);
    expect(text).not.toContain('ada@example.com');
  }
  expect(left.storage).toContain('refreshToken');
  expect(left.cachedPaths.length).toBeGreaterThan(10);
  expect(left.cachedPaths.filter((path) => path.startsWith('/api/'))).toEqual([]);
});
