import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { sendEnquiry, storedMessages } from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { PACKAGE_ROOT } from '../support/shop-server.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'returning' });
const run = promisify(execFile);

test('[CL5] [R-SYN-02] unsynced writes are exported to a file that the command line imports, and the device then matches the server', async () => {
  const { page, context, shop } = world;
  await page.goto(`${shop.origin}/sync`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByText('This tab', { exact: true }).waitFor();
  await context.setOffline(true);
  const id = await sendEnquiry(page, shop, 'carried by hand');
  await page.goto(`${shop.origin}/sync`);
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  await waiting.getByText('Enquiry · Ada Byrne').waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export unsynced writes' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('contacts.ndjson');
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-unsynced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'contacts.ndjson');
  await saved.saveAs(file);
  const { stdout, stderr } = await run(
    process.execPath,
    [join(PACKAGE_ROOT, 'dist/nankeen.js'), 'import', 'contacts', file],
    { env: { ...process.env, NANKEEN_SERVER: shop.origin, NANKEEN_TOKEN: shop.adminToken } },
  );
  expect(stdout + stderr).toContain('1 created');

  await context.setOffline(false);
  await waiting.getByText('Everything is up to date.').waitFor();
  expect(await storedMessages(shop, id)).toEqual(['carried by hand']);
});

test('[CL1] [CL10] [R-SYN-01] the drawer shows pending writes with their age, the device’s state and confirmed writes, and verifies against the server', async () => {
  const { page, context, shop } = world;
  await page.goto(`${shop.origin}/products/drones`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  const drawer = page.getByRole('dialog', { name: 'Sync centre' });
  const fact = async (name: string) =>
    drawer.locator('dl > div').filter({ hasText: name }).locator('dd').innerText();
  const time = /\d+ \w+ \d{4}, \d+:\d\d [ap]m/;
  expect(await page.getByRole('button', { name: /^Sync centre/ }).count()).toBe(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sync centre' }).click();
  await expect
    .poll(() => page.getByText('Last heard from it').locator('xpath=following-sibling::dd').innerText())
    .toMatch(time);
  await context.setOffline(true);
  await sendEnquiry(page, shop, 'from the drawer');
  await page.getByRole('button', { name: 'Sync centre, 1 waiting to be sent' }).click();
  await drawer.getByText('Saved on this device').waitFor();
  expect(await fact('Server')).toBe('Offline');
  expect(await fact('Oldest unsent change')).toMatch(time);
  expect(await fact('Last heard from it')).toMatch(time);
  expect(await fact('Syncing')).toBe('This tab');
  await drawer.getByText(/used of/).waitFor();
  expect(await fact('Storage')).toMatch(/Until you remove it|The browser may clear it/);
  await expectAccessibleInEachLook(page, 'the drawer');

  await context.setOffline(false);
  const confirmed = drawer.getByRole('region', { name: 'Recently received by our server' });
  await confirmed.getByText('Enquiry · Ada Byrne').waitFor();
  expect(await fact('Oldest unsent change')).toBe('None');
  await drawer.getByRole('button', { name: 'Verify against the server' }).click();
  await drawer.getByText('This device holds exactly what the server has for you.').waitFor();
  await drawer.getByRole('button', { name: 'Ready for offline?' }).click();
  await drawer.getByText('Ready. Everything opens without a connection.').waitFor();
  await page.reload();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sync centre' }).click();
  await page
    .getByRole('region', { name: 'Recently received by our server' })
    .getByText('Enquiry · Ada Byrne')
    .waitFor();
});

test('[F45] persistent storage is requested once, on the first write, and never by a mere visit', async () => {
  const { page, shop } = world;
  await page.addInitScript(() => {
    navigator.storage.persist = async () => {
      sessionStorage.setItem('asked', String(Number(sessionStorage.getItem('asked') ?? 0) + 1));
      return false;
    };
  });
  const asked = () => page.evaluate(() => Number(sessionStorage.getItem('asked') ?? 0));
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).waitFor();
  expect(await asked()).toBe(0);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect.poll(asked).toBe(1);
  await page.getByRole('combobox', { name: /quantity|qty/i }).selectOption('2');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('checkouts')))
    .toContain('"productCount":3');
  expect(await asked()).toBe(1);
});

test('a change of access reopens the stream at once', async () => {
  const { page, context, shop } = world;
  let streams = 0;
  page.on('request', (request) => (streams += request.url().endsWith('/stream') ? 1 : 0));
  await page.goto(`${shop.origin}/products`);
  await expect.poll(() => streams).toBe(1);
  const other = await context.newPage();
  await other.goto(`${shop.origin}/products`);
  await other.evaluate(() =>
    localStorage.setItem('nankeen.session', JSON.stringify({ account: null, isStaff: true })),
  );
  await expect.poll(() => streams).toBeGreaterThan(1);
});
