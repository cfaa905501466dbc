import { afterAll, expect, test } from 'vitest';
import { createDeployment } from '../support/deployment.ts';
import { confirm, pick, storedOrders, unlock } from '../support/order-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

const deployment = createDeployment();
const world = setUpOwnShopWorld({ packageRoot: deployment.packageRoot });
afterAll(() => deployment.remove());

test('[R-SHP-07] 30 orders made over three offline days with reloads, a tab crash and an app update are each confirmed once when back online', async () => {
  const { context, shop } = world;
  let { page } = world;
  await page.clock.install({ time: new Date('2026-11-23T08:00:00+11:00') });
  await page.goto(`${shop.origin}/ukraine`);
  await unlock(page, shop);
  await page.getByText(/^Ready for the field/).waitFor();
  deployment.replaceWorker((code) => `${code}\n// a version of the day before the trip`);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByText('A new version of the store is ready').waitFor();
  await context.setOffline(true);
  const made: string[] = [];
  for (let order = 0; order < 30; order++) {
    if (order % 10 === 0) await page.clock.fastForward('24:00:00');
    if (order === 7) {
      const isReloaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Update now' }).click();
      await isReloaded;
    }
    if (order === 15) {
      const devtools = await context.newCDPSession(page);
      await page.goto(`${shop.origin}/ukraine`);
      await pick(page, [{ name: 'FPV Goggles' }]);
      void devtools.send('Page.crash').catch(() => undefined);
      await page.close();
      page = await context.newPage();
    }
    // A day and a new tab begin with a visit; from a confirmed order a link leads to the next one.
    if (order % 10 === 0 || order === 15) await page.goto(`${shop.origin}/ukraine`);
    else await page.getByRole('link', { name: 'New order' }).click();
    await pick(page, [{ name: '6007 Lift Motor', quantity: order + 1 }]);
    made.push(await confirm(page));
    if (order % 9 === 0) await page.reload();
  }
  expect(new Set(made).size).toBe(30);
  await context.setOffline(false);
  await expect.poll(async () => (await storedOrders(shop)).length, { timeout: 30_000 }).toBe(30);
  const stored = await storedOrders(shop);
  expect(stored.map(({ FBUID }) => FBUID).toSorted()).toEqual(made.toSorted());
  const quantities = stored.map(({ selectedComponents: [line] }) => line?.quantity ?? 0);
  expect(quantities.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_none, index) => index + 1),
  );
  await page.goto(`${shop.origin}/ukraine/orders`);
  await expect.poll(() => page.getByText('Confirmed', { exact: true }).count()).toBeGreaterThanOrEqual(30);
  // The draft order of the crashed tab is there too.
  await page.goto(`${shop.origin}/ukraine`);
  await page.getByText('A draft order on this device').waitFor();
}, 240_000);
