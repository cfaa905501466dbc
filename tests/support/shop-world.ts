import { randomInt } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, type TestContext } from 'vitest';
import { launchFullChromium, watchErrors } from './chromium.ts';
import { clearStorage, newNetwork, resetDevice, returningDevice, sharedBrowser } from './shared-browser.ts';
import { connectShop, startShopServer, type RunningShop, type ShopServer } from './shop-server.ts';

/** A running shop and a device for each test. */
export interface ShopWorld<AnyShop extends RunningShop = RunningShop> {
  readonly shop: AnyShop;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens another, new device, closed when the test ends. Most need no service worker, which saves its installation. */
  newContext(options?: DeviceOptions): Promise<BrowserContext>;
}

interface DeviceOptions extends BrowserContextOptions {
  /** False by default. */
  readonly hasWorker?: boolean;
}

interface WorldOptions {
  /** Console errors that don't fail the test. */
  readonly allowedErrors?: RegExp;
  /**
   * Each test's device: a new one, a `returning` one with the app installed and no other data, or a new one without
   * service workers. The last two save the installation. Tests on a returning device must not add init scripts or a clock
   * to its context.
   */
  readonly device?: 'new' | 'returning' | 'without-worker';
  /** Options of new devices, e.g. without JavaScript. */
  readonly deviceOptions?: BrowserContextOptions;
  /** Opens new devices in the full Chromium, for what the headless shell lacks or draws differently. */
  readonly isFullBrowser?: boolean;
}

interface OwnShopOptions extends WorldOptions {
  /** The package to serve; this one by default. */
  readonly packageRoot?: string;
  /** Settings of the server. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Sets up the tests of a file with the server that all files share, whose catalogue they must not change. A console
 * error in a page fails its test.
 */
export function setUpShopWorld(options: WorldOptions = {}): ShopWorld {
  const shop = connectShop(inject('shop'));
  return setUpDevices(() => shop, '', options);
}

/**
 * The port of this worker's separate servers, which run one after another: a returning device has the same app from all of
 * them. Systems don't use ports of this range for outgoing connections.
 */
const OWN_PORT = 20_000 + randomInt(10_000);

/** The same with a separate server, which tests may kill, restart and fill. */
export function setUpOwnShopWorld({
  packageRoot,
  environment,
  ...options
}: OwnShopOptions = {}): ShopWorld<ShopServer> {
  let shop: ShopServer;
  beforeAll(async () => {
    shop = await startShopServer(environment, packageRoot, OWN_PORT);
  });
  afterAll(() => shop.stop());
  return setUpDevices(() => shop, JSON.stringify([environment, packageRoot]), options);
}

function setUpDevices<AnyShop extends RunningShop>(
  getShop: () => AnyShop,
  settings: string,
  { allowedErrors, device = 'new', deviceOptions, isFullBrowser = false }: WorldOptions,
): ShopWorld<AnyShop> {
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  let networkErrors: string[];
  let opened: BrowserContext[];
  let visits: string[];

  let full: Browser | undefined;
  beforeAll(async () => {
    if (isFullBrowser) full = await launchFullChromium();
  });
  afterAll(() => full?.close());

  const watch = (one: Page) => {
    watchErrors(one, errors, networkErrors);
    one.on('framenavigated', (frame) => frame === one.mainFrame() && visits.push(frame.url()));
  };
  const newContext = async ({ hasWorker = false, ...options }: DeviceOptions = {}) => {
    const made = await (full ?? (await sharedBrowser())).newContext({
      extraHTTPHeaders: newNetwork(),
      ...deviceOptions,
      ...options,
    });
    opened.push(made);
    made.on('page', watch);
    if (!hasWorker) await made.addInitScript(removeServiceWorkers);
    return made;
  };

  beforeEach(async () => {
    [opened, errors, networkErrors, visits] = [[], [], [], []];
    const { origin } = getShop();
    if (device === 'returning') {
      context = await returningDevice({ origin, settings });
      context.on('page', watch);
    } else {
      context = await newContext({ hasWorker: device === 'new' });
    }
    page = await context.newPage();
    if (device === 'returning') await clearStorage(page, origin);
  });

  afterEach(async ({ task }) => {
    const notes = [...networkErrors, ...visits.map((url) => `Visited ${url}`)];
    await explainFailure(task, [...new Set([context, ...opened])], notes);
    await Promise.all(opened.map((one) => one.close()));
    if (device === 'returning') {
      await resetDevice(context);
      context.off('page', watch);
    }
    const unexpected = errors.filter((error) => !allowedErrors?.test(error));
    expect(unexpected, `Network errors: ${networkErrors.join('\n') || 'none'}`).toEqual([]);
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

/** Adds what the pages of a failed test show to its error. */
async function explainFailure(
  { result }: TestContext['task'],
  contexts: readonly BrowserContext[],
  notes: readonly string[],
): Promise<void> {
  const error = result?.errors?.[0];
  if (!error) return;
  const texts = contexts
    .flatMap((one) => one.pages())
    .map(async (page) => {
      const text = await page.innerText('body', { timeout: 1000 }).catch(String);
      return `Shown at ${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, 1500)}`;
    });
  error.message = [error.message, ...notes, ...(await Promise.all(texts))].join('\n');
}

function removeServiceWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}
