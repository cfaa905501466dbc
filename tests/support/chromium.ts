import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  chromium.executablePath(),
];
/** Chromium's headless shell has no browser windows and needs a quarter less CPU for the same work. */
const SHELLS = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell'];

/** Chromium uses only one `--disable-features`, so this includes the relevant part of Playwright's. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'PaintHolding',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'ThirdPartyStoragePartitioning',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The address bar's menu is a web app as large as the store, loaded into every new window while the page starts.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** The path of an installed Chromium, if any. */
export function findChromium(): string | undefined {
  return findOne(PLACES);
}

function findOne(places: readonly (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}

function needChromium(): string {
  const found = findChromium();
  if (found === undefined) throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH.');
  return found;
}

/** The browser for most tests: the headless shell if installed. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findOne(SHELLS) ?? needChromium();
  return chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
}

/** Full Chromium. Unlike the headless shell it has background sync and renders text as users see it. */
export function launchFullChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: needChromium(), args: CHROMIUM_ARGUMENTS });
}

/** Full Chromium with its own profile, which the installability check needs. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: needChromium(),
    args: CHROMIUM_ARGUMENTS,
  });
}

export interface KillableBrowser {
  /** The profile's own context. */
  readonly context: BrowserContext;
  /** Kills the browser with all its processes. */
  kill(): Promise<void>;
  /** Ends it as its user does. */
  close(): Promise<void>;
}

/** A browser with its own profile that a test may kill. @param more of its arguments */
export async function launchKillable(folder: string, more: readonly string[] = []): Promise<KillableBrowser> {
  const args = [...CHROMIUM_ARGUMENTS, ...more, '--remote-debugging-port=0', `--user-data-dir=${folder}`];
  const path = findOne(SHELLS) ?? needChromium();
  // A group of its own: its processes die together.
  const child = spawn(path, ['--headless', ...args], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const isGone = new Promise((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      const found = /^DevTools listening on (\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no profile.');
  return {
    context,
    async kill() {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await isGone;
      await browser.close();
    },
    async close() {
      await (await browser.newBrowserCDPSession()).send('Browser.close');
      await isGone;
    },
  };
}

/** Network errors the browser logs while offline; pages can't suppress them. */
const EXPECTED_WHILE_OFFLINE =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED)/;

/**
 * Collects a page's console errors and uncaught exceptions.
 * @param networkErrors collects what may have caused them: network errors that fail no test, and scripts that did not load
 */
export function watchErrors(page: Page, errors: string[], networkErrors: string[] = []): void {
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const list = EXPECTED_WHILE_OFFLINE.test(message.text()) ? networkErrors : errors;
    list.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(error.stack || String(error)));
  page.on('requestfailed', (request) => {
    if (request.resourceType() === 'script')
      networkErrors.push(`${request.failure()?.errorText} (${request.url()})`);
  });
}
