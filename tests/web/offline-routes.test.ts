import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { HIDDEN_HISTORY, isFullCheck, ROUTES } from './web-setting.ts';

const world = setUpShopWorld({ allowedErrors: HIDDEN_HISTORY });

/** Online, the suite opens each route by deep link only; the full check reloads it too. */
const WAYS = ['deep link', 'reload'] as const;

test('[R-SHP-02] every route opens online and offline, by deep link and by reload, without a word in the console or a call offline', async () => {
  const { page, context, shop } = world;
  // Logged as an error, which fails the test like any other.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    ),
  );
  await page.goto(`${shop.origin}/products`);
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // A page that was never opened shows its product only once the pull is done.
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).waitFor();
  const noise: string[] = [];
  page.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`;
    // RxDB's notice of its licence, and what browsers note for developers.
    const isExpected = message.type() === 'debug' || text.includes('RxDB Open Core');
    if (!isExpected && !HIDDEN_HISTORY.test(text)) noise.push(text);
  });
  const offlineCalls: string[] = [];
  for (const isOffline of [false, true]) {
    // No page is left whose calls would be cut off: a browser notes that in its console.
    if (isOffline) await page.goto(`${shop.origin}/robots.txt`);
    await context.setOffline(isOffline);
    if (isOffline) {
      page.on('request', (request) => {
        if (request.url().includes('/api/')) offlineCalls.push(request.url());
      });
    }
    for (const [path, heading] of ROUTES) {
      for (const open of isOffline || isFullCheck ? WAYS : WAYS.slice(0, 1)) {
        await (open === 'reload' ? page.reload() : page.goto(shop.origin + path));
        const shown = page.getByRole('heading', { level: 1, name: heading }).first();
        await shown.waitFor({ timeout: 10_000 }).catch((cause: unknown) => {
          throw new Error(`${path} did not show ${isOffline ? 'offline' : 'online'} by ${open}`, { cause });
        });
      }
    }
  }
  expect(offlineCalls).toEqual([]);
  expect(noise).toEqual([]);
});
