import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchProfile } from '../support/chromium.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';

let shop: ShopServer;

beforeAll(async () => {
  shop = await startShopServer();
});

afterAll(() => shop.stop());

test('[R-SHP-01] the browser finds nothing that keeps the store from being installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-profile-'));
  const context = await launchProfile(folder);
  try {
    const page = await context.newPage();
    await page.goto(shop.origin);
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
