import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { launchProfile } from '../support/chromium.ts';
import { sendEnquiry } from '../support/enquiry-page.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ isFullBrowser: true });

test('[R-SHP-01] the browser finds no obstacle to installing the store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-profile-'));
  const context = await launchProfile(folder);
  try {
    const page = await context.newPage();
    await page.goto(world.shop.origin);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const devtools = await context.newCDPSession(page);
    const manifest = await devtools.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

interface WebManifest {
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

interface Picture {
  readonly src: string;
  readonly sizes: string;
}

test('[R-SHP-01] every picture of the manifest has its declared size, and every shortcut opens a page', async () => {
  const { origin } = world.shop;
  const manifest = (await (await fetch(`${origin}/manifest.webmanifest`)).json()) as WebManifest;
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = await (await fetch(origin + src)).arrayBuffer();
    const { width, height } = await sharp(picture).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect(manifest.screenshots.length).toBeGreaterThan(2);
  for (const { name, url } of manifest.shortcuts) {
    await world.page.goto(origin + url);
    const heading = world.page.getByRole('heading', {
      level: 1,
      name: new RegExp(name.replace(/^New /, ''), 'i'),
    });
    await heading.first().waitFor();
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
    'Drones',
    'Cart',
    'New purchase order',
    'Sync',
  ]);
});

test('[R-SHP-02] pending writes are counted on the app’s icon and registered for background sync', async () => {
  const { page, context, shop } = world;
  await page.addInitScript(() => {
    const badges: number[] = [];
    const wakes: unknown[] = [];
    Object.assign(globalThis, { badges, wakes });
    new BroadcastChannel('nankeen-wake').addEventListener('message', ({ data }) => wakes.push(data));
    Object.defineProperty(navigator, 'setAppBadge', {
      value: async (count: number) => void badges.push(count),
    });
    Object.defineProperty(navigator, 'clearAppBadge', { value: async () => void badges.push(0) });
  });
  await context.grantPermissions(['background-sync'], { origin: shop.origin }).catch(() => undefined);
  await page.goto(`${shop.origin}/contact`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await sendEnquiry(page, shop, 'from the paddock');
  const lastBadge = () => page.evaluate(() => (globalThis as unknown as { badges: number[] }).badges.at(-1));
  await expect.poll(lastBadge).toBe(1);
  const tags = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (registration as unknown as { sync: { getTags(): Promise<string[]> } }).sync.getTags();
    });
  await expect.poll(tags).toEqual(['nankeen-outbox']);
  await context.setOffline(false);
  await page.getByText('Received').first().waitFor();
  await expect.poll(lastBadge).toBe(0);
  // A single tab sends no wake message, so this one is the worker's, woken by background sync.
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { wakes: unknown[] }).wakes))
    .toContain('wake');
});
