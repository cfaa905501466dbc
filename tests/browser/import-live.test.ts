import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ device: 'without-worker' });

const NANKEEN = fileURLToPath(new URL('../../dist/nankeen.js', import.meta.url));
const run = promisify(execFile);

test('[R-SHP-04] [R-MIG-05] a product imported from the command line appears in an open browser without a reload', async () => {
  const { page, shop } = world;
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await page.goto(`${shop.origin}/products/drones`);
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  const file = join(folder, 'catalogue.ndjson');
  const imported = { FBUID: 'kestrel-one', ...productContent('Kestrel One'), productImages: [] };
  writeFileSync(file, `${JSON.stringify(imported)}\n`);
  const { stdout, stderr } = await run(process.execPath, [NANKEEN, 'import', 'products', file], {
    env: { ...process.env, NANKEEN_SERVER: shop.origin, NANKEEN_TOKEN: shop.adminToken },
  });
  expect(stdout + stderr).toContain('1 created');
  await page.getByRole('heading', { name: 'Kestrel One' }).waitFor({ timeout: 5000 });
});

test('[R-SHP-04] [R-MIG-05] a product that staff import in the app appears in an open browser without a reload', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/products/drones`);
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  const staff = await (await world.newContext()).newPage();
  await openAsStaff(staff, shop, '/migration?task=import');
  const imported = { FBUID: 'kestrel-two', ...productContent('Kestrel Two'), productImages: [] };
  const buffer = Buffer.from(`${JSON.stringify(imported)}\n`);
  const file = { name: 'products.ndjson', mimeType: 'application/x-ndjson', buffer };
  await staff.getByLabel('File to import').setInputFiles(file);
  await staff.getByRole('button', { name: 'Import 1 document' }).click();
  await page.getByRole('heading', { name: 'Kestrel Two' }).waitFor();
});
