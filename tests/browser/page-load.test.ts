import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { submitEnquiry } from '../support/enquiry-page.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpShopWorld({ device: 'returning' });
const PULLED = ['checkouts', 'contacts', 'orders', 'products', 'profiles', 'templates'];
/** What a page of a device without an account asks, without the prefix of the addresses. */
const ASKED = ['config', 'session', 'stream', ...PULLED.map((collection) => `${collection}/pull`)].toSorted();

/** What a page asks of the server until its stream is open and everything is pulled. */
async function listAsked(path: string): Promise<readonly string[]> {
  const { page, shop } = world;
  const asked: string[] = [];
  const note = (request: Request) => {
    const call = /\/api\/v1\/(?:testing\/data\/)?(.*)$/.exec(new URL(request.url()).pathname)?.[1];
    if (call !== undefined && request.method() === 'GET') asked.push(call);
  };
  page.on('request', note);
  const awaited = ['stream', ...PULLED.map((collection) => `${collection}/pull`)].map((call) =>
    page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(`/${call}`)),
  );
  await page.goto(`${shop.origin}${path}`);
  await Promise.all(awaited);
  // Whatever a response makes the page ask, it has asked once this call is through.
  await page.evaluate(async () => void (await fetch('/robots.txt')).text());
  page.off('request', note);
  return asked.toSorted();
}

test.each(['/', '/product/recon-vtol', '/checkout'])(
  '[ST2] [R-SYN-01] the page %s asks once for its session, the settings, the stream and each collection',
  async (path) => {
    await listAsked(path);
    // A page that waits longer than a second for its stream pulls without it: a busy machine needs several attempts.
    await expect.poll(() => listAsked(path), { timeout: 60_000 }).toEqual(ASKED);
  },
);

/** Notes when a page first opens the local database of each collection. */
function noteOpenings(): void {
  const opened = new Map<string, number>();
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, version) {
    const collection = /--(\w+)$/.exec(name)?.[1];
    if (collection !== undefined && !opened.has(collection)) opened.set(collection, performance.now());
    return open.call(this, name, version);
  };
  Object.assign(globalThis, { openedAt: (collection: string) => opened.get(collection) });
}

test.each(['/', '/product/recon-vtol'])(
  '[ST2] [R-SHP-01] a first visit to %s opens neither orders nor inbox before it has painted',
  async (path) => {
    const page = await (await world.newContext()).newPage();
    await page.addInitScript(noteOpenings);
    await page.goto(`${world.shop.origin}${path}`);
    const times = await page.waitForFunction(() => {
      const { openedAt } = globalThis as unknown as { openedAt(collection: string): number | undefined };
      const [orders, inbox] = [openedAt('orders'), openedAt('inbox')];
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      return orders && inbox && painted ? { orders, inbox, painted } : undefined;
    });
    const { orders, inbox, painted } = (await times.jsonValue()) ?? { orders: 0, inbox: 0, painted: 1 };
    expect(Math.min(orders, inbox)).toBeGreaterThan(painted);
  },
);

/** A new device on which a script is cut until the page has loaded a second time. */
async function openWithCut(
  script: RegExp,
  path: string,
  isStaff = false,
): Promise<{ page: Page; loads: () => number }> {
  const { shop } = world;
  const page = await (await world.newContext()).newPage();
  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await page.route(script, (route) => (loads === 1 ? route.abort('aborted') : route.continue()));
  await page.addInitScript(() => {
    // The second load would remove the error's screen before anybody looks.
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Something went wrong'))
        console.error('The page showed an error.');
    }).observe(document, { childList: true, subtree: true });
  });
  await (isStaff ? openAsStaff(page, shop, path) : page.goto(shop.origin + path));
  return { page, loads: () => loads };
}

test('[F51] [R-ERR-10] an app that was cut once is asked for again, and what was typed meanwhile is sent', async () => {
  const page = await (await world.newContext()).newPage();
  let [cuts, loads] = [2, 0];
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  // The page announces the script before it imports it.
  await page.route(/\/assets\/(?:app|contact-page)-[^/]+\.js$/, (route) =>
    cuts-- > 0 ? route.abort('aborted') : route.continue(),
  );
  await page.goto(`${world.shop.origin}/contact`);
  await submitEnquiry(page, 'Typed before the app had loaded');
  expect([cuts < 0, loads]).toEqual([true, 1]);
});

test('[F51] [R-ERR-10] the first script and the styles of a page that were cut are asked for again', async () => {
  const page = await (await world.newContext()).newPage();
  const left: Record<string, number> = { start: 3, style: 3 };
  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await page.route(/\/assets\/(?:start|style)-[^/]+$/, (route) => {
    const name = /assets\/(\w+)/.exec(route.request().url())?.[1] ?? '';
    left[name] = (left[name] ?? 0) - 1;
    return (left[name] ?? 0) < 0 ? route.continue() : route.abort('aborted');
  });
  await page.goto(`${world.shop.origin}/contact`);
  await submitEnquiry(page, 'Typed before the first script had loaded');
  expect(loads).toBe(1);
  await expect.poll(() => page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(1);
  expect(left).toEqual({ start: -1, style: -1 });
});

test('[F51] [R-ERR-10] a page whose server is gone for moments while it loads goes on by itself, without an error', async () => {
  const page = await (await world.newContext()).newPage();
  let [asked, loads] = [0, 0];
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  const screen = /\/assets\/contact-page-[^/]+\.js$/;
  await page.route(/\/assets\/(?:contact-page|store)-[^/]+\.js$|:\d+\/$/, (route) => {
    if (screen.test(route.request().url())) asked += 1;
    // Only a page that waits and tries again asks more often.
    return asked <= 6 ? route.abort('connectionrefused') : route.continue();
  });
  await page.goto(`${world.shop.origin}/contact`);
  await submitEnquiry(page, 'Typed while the server was gone');
  await page.getByText('Received').first().waitFor();
  expect(loads).toBe(1);
});

test('[F51] a page whose app was cut while it loaded loads again, without an error', async () => {
  const { page, loads } = await openWithCut(/\/assets\/app-[^/]+\.js$/, '/contact');
  await expect.poll(loads).toBe(2);
  await waitUntilHydrated(page);
});

test.each(['store', 'session-renewal'])(
  '[F51] a staff page whose %s script was cut while it loaded loads again, without an error',
  async (script) => {
    const { page, loads } = await openWithCut(
      new RegExp(`/assets/${script}-[^/]+\\.js$`),
      '/admin/products',
      true,
    );
    await expect.poll(loads).toBe(2);
    await page.getByRole('link', { name: 'Recon VTOL' }).first().waitFor();
  },
);

test('[F51] [R-ENT-14] a screen that was cut right after something was saved waits for the save, and loads that screen', async () => {
  const { page, loads } = await openWithCut(
    /\/assets\/checkout-page-[^/]+\.js$/,
    '/product/6s-19000-mah-battery',
  );
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('link', { name: /^Cart/ }).first().click();
  await expect.poll(loads).toBe(2);
  await page.getByRole('heading', { name: 'Order Summary' }).waitFor();
});

test('[F51] a page whose next screen was cut while it loaded loads that screen, without an error', async () => {
  const { page, loads } = await openWithCut(/\/assets\/contact-page-[^/]+\.js$/, '/products');
  await waitUntilHydrated(page);
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await expect.poll(loads).toBe(2);
  await page.getByRole('heading', { name: 'Contact Us', exact: true }).waitFor();
});
