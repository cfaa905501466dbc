import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { launchFullChromium, watchComplaints } from './chromium.ts';
import { closeDevice, leaveDevice, returningDevice, sharedBrowser } from './shared-browser.ts';
import { connectShop, startShopServer, type LocalStore, type ShopServer } from './shop-server.ts';

/** A running shop and a device for each test. */
export interface ShopWorld<AnyShop extends LocalStore = LocalStore> {
  readonly shop: AnyShop;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Another device, new to the shop; it is closed with the test. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
}

interface WorldOptions {
  /** What a page may complain of. */
  readonly mayComplainOf?: RegExp;
  /**
   * What each test gets: a new device, or one on which the app is installed and nothing else is stored, or a new one
   * whose browser has no service workers. The last two save the installing. Tests on a returning device leave no init
   * script or clock in its context.
   */
  readonly device?: 'new' | 'returning' | 'without-worker';
  /** Of new devices, e.g. whether they run scripts. */
  readonly deviceOptions?: BrowserContextOptions;
  /** Opens new devices in the full Chromium, for what the headless shell lacks or draws differently. */
  readonly isFullBrowser?: boolean;
}

interface OwnShopOptions extends WorldOptions {
  /** The package that is served, if not this one. */
  readonly packageRoot?: string;
}

/**
 * Sets the tests of a file up with the server that all files share: they must not change the catalogue. A test whose
 * page complains fails.
 */
export function setUpShopWorld(options: WorldOptions = {}): ShopWorld {
  const shop = connectShop(inject('shop'));
  return setUpDevices(() => shop, options);
}

/** The same with a server of this file's own, which may be killed, restarted and filled. */
export function setUpOwnShopWorld({ packageRoot, ...options }: OwnShopOptions = {}): ShopWorld<ShopServer> {
  let shop: ShopServer;
  beforeAll(async () => {
    shop = await startShopServer({}, packageRoot);
  });
  afterAll(async () => {
    await closeDevice(shop.origin);
    await shop.stop();
  });
  return setUpDevices(() => shop, options);
}

function setUpDevices<AnyShop extends LocalStore>(
  getShop: () => AnyShop,
  { mayComplainOf, device = 'new', deviceOptions, isFullBrowser = false }: WorldOptions,
): ShopWorld<AnyShop> {
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let opened: BrowserContext[];

  let full: Browser | undefined;
  beforeAll(async () => {
    if (isFullBrowser) full = await launchFullChromium();
  });
  afterAll(() => full?.close());

  const watch = (one: Page) => watchComplaints(one, complaints);
  const newContext = async (options?: BrowserContextOptions) => {
    const made = await (full ?? (await sharedBrowser())).newContext({ ...deviceOptions, ...options });
    opened.push(made);
    made.on('page', watch);
    return made;
  };

  beforeEach(async () => {
    [opened, complaints] = [[], []];
    const { origin } = getShop();
    if (device === 'returning') {
      context = await returningDevice(origin);
      context.on('page', watch);
    } else {
      context = await newContext();
      if (device === 'without-worker') await context.addInitScript(removeServiceWorkers);
    }
    page = await context.newPage();
  });

  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()));
    if (device === 'returning') {
      await leaveDevice(context);
      context.off('page', watch);
    }
    expect(complaints.filter((complaint) => !mayComplainOf?.test(complaint))).toEqual([]);
  });

  return {
    get shop() {
      return getShop();
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    newContext,
  };
}

function removeServiceWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}
