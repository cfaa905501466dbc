import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchChromium, watchComplaints } from './chromium.ts';
import { startShopServer, type ShopServer } from './shop-server.ts';

/** A running shop and, for each test, a browser that was never there before. */
export interface ShopWorld {
  readonly shop: ShopServer;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Another device; it is closed with the test. */
  newContext(): Promise<BrowserContext>;
}

interface ShopWorldOptions {
  /** What a page may complain of. */
  readonly mayComplainOf?: RegExp;
  /** Of the package that is served, where it isn't this one. */
  readonly packageRoot?: string;
}

/** Sets the world up for the tests of a file. A test whose page complains of anything else fails. */
export function setUpShopWorld({ mayComplainOf, packageRoot }: ShopWorldOptions = {}): ShopWorld {
  let browser: Browser;
  let shop: ShopServer;
  let context: BrowserContext;
  let page: Page;
  let complaints: readonly string[];
  let others: BrowserContext[];

  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchChromium(), startShopServer({}, packageRoot)]);
  });

  afterAll(async () => {
    await browser.close();
    await shop.stop();
  });

  beforeEach(async () => {
    others = [];
    context = await browser.newContext();
    page = await context.newPage();
    complaints = watchComplaints(page);
  });

  afterEach(async () => {
    await Promise.all([context, ...others].map((one) => one.close()));
    expect(complaints.filter((complaint) => !mayComplainOf?.test(complaint))).toEqual([]);
  });

  return {
    get shop() {
      return shop;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    async newContext() {
      const other = await browser.newContext();
      others.push(other);
      return other;
    },
  };
}
