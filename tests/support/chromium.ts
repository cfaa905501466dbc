import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserServer, type Page } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  chromium.executablePath(),
];
/** Chromium's headless shell has no browser windows, so it does the same work with a quarter less CPU. */
const SHELLS = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell'];

/** The browser heeds one list of these only, so that Playwright's own stands here too, as far as it matters. */
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
  // The address bar's menu: an app as large as the store's, loaded into every new window while the page starts.
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

/** The machine's Chromium, if it has one. */
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

/** The browser for most tests: the headless shell if the machine has it. */
export function launchChromium(): Promise<BrowserServer> {
  const executablePath = findOne(SHELLS) ?? needChromium();
  return chromium.launchServer({ executablePath, args: CHROMIUM_ARGUMENTS });
}

/** The browser that people use. Unlike the headless shell it has background sync, and it draws text as they see it. */
export function launchFullChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: needChromium(), args: CHROMIUM_ARGUMENTS });
}

/** Chromium with a profile of its own, as the installability check needs one. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: needChromium(),
    args: CHROMIUM_ARGUMENTS,
  });
}

/** A refused connection is what being offline looks like; the browser itself reports it and no page can keep it quiet. */
const EXPECTED_WHILE_OFFLINE =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED)/;

/** Collects what a page complains of: console errors, uncaught exceptions. */
export function watchComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_WHILE_OFFLINE.test(message.text())) {
      complaints.push(`${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => complaints.push(error.stack || String(error)));
}
