import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'returning', allowedErrors: /frame|X-Frame-Options|chrome-error/i });

test('[T19] [T42] after browsing, the worker’s caches hold files of the shop and nothing of its API', async () => {
  const { page, shop } = world;
  await page.goto(shop.origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const path of ['/products', '/contact', '/sync']) {
    await page.goto(shop.origin + path);
    await page.locator('main').first().waitFor();
  }
  const kept = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
    }
    return urls;
  });
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((url) => !url.startsWith(`${shop.origin}/`))).toEqual([]);
  expect(kept.filter((url) => /\/(?:api|v1|test-payment|metrics)\b/.test(new URL(url).pathname))).toEqual([]);
});

test('[T19] the worker controls this shop only, and a copy of its file at another path none', async () => {
  const { page, shop } = world;
  await page.goto(shop.origin);
  const { scope, script } = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready;
    return { scope, script: active?.scriptURL };
  });
  expect([scope, script]).toEqual([`${shop.origin}/`, `${shop.origin}/service-worker.js`]);
  for (const path of ['/api/v1/service-worker.js', '/assets/service-worker.js']) {
    expect((await fetch(shop.origin + path)).status).toBeGreaterThanOrEqual(400);
  }
});

test('[T18] a page in a frame of another page shows nothing', async () => {
  const { page, shop } = world;
  await page.route('https://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${shop.origin}/"></iframe>` }),
  );
  await page.goto('https://evil.example/');
  const frame = page.frames().find((one) => one !== page.mainFrame());
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
  expect(await frame?.locator('main').count()).toBe(0);
});
