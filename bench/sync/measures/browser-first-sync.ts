import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type LaunchOptions } from 'playwright-core';
import type { Wire } from '../wire.ts';

const PLACES = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', chromium.executablePath()];
const PRODUCTS = 10_000;
const POLL_MS = 100;
const TIMEOUT_MS = 120_000;

/** How Playwright starts the installed Chromium. */
export function findChromium(): LaunchOptions {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined)
    throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH.');
  return { executablePath, args: ['--no-sandbox'] };
}

/**
 * Seconds per 10,000 products from opening the built app in an empty profile until its IndexedDB holds all of them,
 * including loading, painting and registering the device.
 */
export async function measureBrowserFirstSync(wire: Wire, expected: number): Promise<number> {
  const browser = await chromium.launch(findChromium());
  try {
    const page = await browser.newPage();
    const start = performance.now();
    await page.goto(wire.server.origin, { waitUntil: 'commit' });
    for (;;) {
      const count = await page.evaluate(countStoredProducts).catch(() => 0);
      const seconds = (performance.now() - start) / 1000;
      if (count >= expected) return (seconds / count) * PRODUCTS;
      if (seconds * 1000 > TIMEOUT_MS) throw new Error(`Chromium holds ${count} products of ${expected}.`);
      await sleep(POLL_MS);
    }
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page, so it defines no named functions: the compiler's helper for names doesn't exist there. Opens only
 * existing databases, since opening another one would create it.
 */
async function countStoredProducts(): Promise<number> {
  const databases = await indexedDB.databases();
  const found = databases.find(({ name }) => name?.endsWith('--products'));
  if (found?.name === undefined) return 0;
  const opening = indexedDB.open(found.name);
  await new Promise((resolve, reject) => {
    opening.addEventListener('success', resolve);
    opening.addEventListener('error', reject);
  });
  try {
    if (!opening.result.objectStoreNames.contains('docs')) return 0;
    const counting = opening.result.transaction('docs').objectStore('docs').count();
    await new Promise((resolve, reject) => {
      counting.addEventListener('success', resolve);
      counting.addEventListener('error', reject);
    });
    return counting.result;
  } finally {
    opening.result.close();
  }
}
