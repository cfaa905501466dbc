import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { readDownload } from '../support/read-download.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';
import { tabTo } from '../support/tab-to.ts';

// The browser logs the refused plan too.
const world = setUpOwnShopWorld({ device: 'returning', allowedErrors: /status of 400 \(Bad Request\)/ });

const DOCUMENTS = '/testing/data/meadows';

/** A file to choose in the browser. */
const toFile = (name: string, text: string) => ({
  name,
  mimeType: 'application/x-ndjson',
  buffer: Buffer.from(text),
});

/** Signs in as staff and opens the migration screen. */
async function openMigration(query = ''): Promise<Page> {
  const { page, shop } = world;
  await openAsStaff(page, shop, `/migration${query}`);
  return page;
}

async function read(collection: string, id: string): Promise<unknown> {
  const response = await world.shop.admin(`/testing/data/${collection}/${id}`);
  return response.ok ? response.json() : response.status;
}

async function plant(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const json = { name: `Meadow ${index}`, soil: { ph: 6.5, acid: index } };
    const response = await world.shop.admin(`${DOCUMENTS}/meadow-${index}`, { method: 'PUT', json });
    expect(response.status, await response.text()).toBeLessThan(300);
  }
}

test('[R-RTE-22] [R-MIG-01] [R-MIG-02] [R-MIG-03] [R-MIG-06] staff copy a collection with renamed fields, watch it live and undo it', async () => {
  await plant(3);
  const { page, shop } = world;
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel(/email/i).first().fill(shop.staff.email);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/client$/);
  await page.getByRole('link', { name: 'Migration' }).click();
  await page.getByLabel('From', { exact: true }).selectOption('meadows');
  await page.getByLabel('To', { exact: true }).fill('paddocks');
  await page.getByText(/^Rename some of \d+ fields$/).click();
  await page.getByLabel('Find in field names').fill('acid');
  await page.getByLabel('Replace with').fill('acidity');
  await page.getByText('1 name would change.').waitFor();
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByRole('button', { name: 'Apply to 3 documents' }).waitFor();
  expect(await read('paddocks', 'meadow-1')).toBe(404);
  await page.getByRole('button', { name: 'Apply to 3 documents' }).click();
  await page.getByText('Everything is written.').first().waitFor();
  expect(await read('paddocks', 'meadow-1')).toMatchObject({
    FBUID: 'meadow-1',
    name: 'Meadow 1',
    soil: { ph: 6.5, acidity: 1 },
  });
  await page.getByText('What paddocks holds now').first().click();
  await page.getByText('3 documents with').waitFor();

  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('dialog', { name: 'Undo this job?' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Undoing: Copy of meadows into paddocks' }).waitFor();
  await page.getByText('Everything has been restored.').first().waitFor();
  expect(await read('paddocks', 'meadow-1')).toBe(404);
  expect(await read('meadows', 'meadow-1')).toMatchObject({ soil: { ph: 6.5, acid: 1 } });
});

test('[R-MIG-06] fields are renamed by keyboard, and each state on the way is accessible', async () => {
  await plant(1);
  const page = await openMigration();
  const press = async (name: RegExp, ...keys: readonly string[]) => {
    await tabTo(page, name);
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByLabel('From', { exact: true }).waitFor();
  await press(/^Rename fields$/, 'Enter');
  await tabTo(page, /^Collection/);
  await page.keyboard.type('meadows');
  await page.getByLabel('Find in field names').waitFor();
  await tabTo(page, /^Find in field names/);
  await page.keyboard.type('acid');
  await tabTo(page, /^Replace with/);
  await page.keyboard.type('ph');
  await page.getByText('Also the name of soil.ph').waitFor();
  await press(/^Show the plan/, 'Enter');
  await page.getByText('Nothing can be written like this').waitFor();
  await expectAccessibleInEachLook(page, 'a rename that collides');
  await page.getByLabel('Replace with').focus();
  await page.keyboard.type('_scale');
  await press(/^Make the plan again/, 'Enter');
  await page.getByRole('button', { name: /^Apply to/ }).waitFor();
  await press(/^Apply to/, 'Enter');
  await page.getByText('Everything is written.').first().waitFor();
  expect(await read('meadows', 'meadow-0')).toMatchObject({ soil: { ph: 6.5, ph_scale: 0 } });
  await expectAccessibleInEachLook(page, 'a job that is done');
}, 300_000);

test('[R-MIG-04] [R-MIG-05] a collection is exported to a file, and a file with a faulty line is imported without that line', async () => {
  await plant(2);
  const page = await openMigration('?task=export');
  await page.getByLabel('Collection', { exact: true }).selectOption('meadows');
  // The test can't operate the browser's save dialog, so the picker returns a file of the origin's private file system.
  await page.evaluate(() => {
    const pick = async () => {
      const folder = await navigator.storage.getDirectory();
      return folder.getFileHandle('chosen.ndjson', { create: true });
    };
    Object.assign(window, { showSaveFilePicker: pick });
  });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByText(/^chosen.ndjson is saved: \d+ documents/).waitFor();
  const chosen = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    return (await (await folder.getFileHandle('chosen.ndjson')).getFile()).text();
  });
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('meadows.ndjson');
  const text = await readDownload(download);
  expect(text).toBe(chosen);
  const [first = ''] = text.split('\n');
  expect(JSON.parse(first)).toMatchObject({ FBUID: 'meadow-0', soil: { acid: 0 } });

  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByLabel('Into', { exact: true }).fill('gardens');
  const faulty = toFile('meadows.ndjson', `${text}{"FBUID":"broken",\n`);
  await page.getByLabel('File to import').setInputFiles(faulty);
  const line = text.trim().split('\n').length + 1;
  await page.getByText(new RegExp(`^Line ${line}, character \\d+, byte`)).waitFor();
  await expectAccessibleInEachLook(page, 'the plan of a file with a fault');
  const go = page.getByRole('button', { name: /^Import \d+ documents$/ });
  expect(await go.isDisabled()).toBe(true);
  await page.getByLabel(/^Leave 1 faulty part out/).check();
  await go.click();
  await page.getByText('Everything else is written; 1 part of the file left out').first().waitFor();
  expect(await read('gardens', 'meadow-1')).toMatchObject({ name: 'Meadow 1', soil: { ph: 6.5, acid: 1 } });
  expect(await read('gardens', 'broken')).toBe(404);
  const rejects = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save what was left out' }).first().click();
  expect((await rejects).suggestedFilename()).toBe('meadows.ndjson-rejects.ndjson');
  expect(JSON.parse(await readDownload(await rejects))).toMatchObject({
    line,
    raw: '{"FBUID":"broken",',
  });

  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('dialog', { name: 'Undo this job?' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Everything has been restored.').first().waitFor();
  expect(await read('gardens', 'meadow-1')).toBe(404);
}, 300_000);

test('[R-MIG-05] a CSV file is imported once its fault is fixed, its numbers as numbers', async () => {
  const page = await openMigration('?task=import');
  await page.getByLabel('Into', { exact: true }).fill('gardens');
  const table = toFile('gardens.csv', 'FBUID,name,size:json\r\nrose,"Rose, red",{width}\r\n');
  await page.getByLabel('File to import').setInputFiles(table);
  await page.getByText('CSV: nothing in it can be imported as it is, with 1 problem.').waitFor();
  const corrected = 'FBUID,name,size:json,height\r\nrose,"Rose, red","{""width"":3}",40\r\n';
  await page.getByLabel('File to import').setInputFiles(toFile('gardens.csv', corrected));
  await page.getByText('CSV: 1 document, all in order.').waitFor();
  await page.getByLabel(/^As values/).check();
  await page.getByRole('button', { name: 'Import 1 document' }).click();
  await page.getByText('Everything is written.').first().waitFor();
  expect(await read('gardens', 'rose')).toMatchObject({ name: 'Rose, red', size: { width: 3 }, height: 40 });
});

test('[R-MIG-05] a gzip file is imported by keyboard, and a truncated or damaged one is refused as a whole', async () => {
  const page = await openMigration('?task=import');
  const packed = gzipSync(
    Array.from({ length: 3000 }, (_, n) => `{"FBUID":"vine-${n}","n":${n}}\n`).join(''),
  );
  const put = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, /^Choose (a|another) file/);
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'vines.ndjson.gz', mimeType: 'application/gzip', buffer });
  };
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await put(packed.subarray(0, -20));
  await page.getByText(/^vines.ndjson.gz is cut off: /).waitFor();
  expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
  const damaged = Buffer.from(packed);
  damaged.fill(0x55, 2000, 3000);
  await put(damaged);
  await page.getByText(/^vines.ndjson.gz is damaged: /).waitFor();
  await put(packed);
  await page.getByText('NDJSON, packed: 3,000 documents, all in order.').waitFor();
  expect(await page.getByLabel('Into', { exact: true }).inputValue()).toBe('vines');
  await tabTo(page, /^Import 3,000 documents/);
  await page.keyboard.press('Enter');
  await page.getByText('Everything is written.').first().waitFor();
  expect(await read('vines', 'vine-2999')).toMatchObject({ n: 2999 });
});

test('[R-MIG-05] an interrupted upload resumes at its offset, and an upload that no job uses is deleted', async () => {
  const page = await openMigration('?task=import');
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Two upload chunks.
  const text = Array.from(
    { length: 9000 },
    (_, n) => `{"FBUID":"bed-${n}","t":"${'x'.repeat(1000)}"}\n`,
  ).join('');
  const offsets: string[] = [];
  await page.route('**/api/v1/admin/uploads/*', async (route) => {
    const { 'upload-offset': offset } = route.request().headers();
    if (route.request().method() !== 'PATCH' || offset === undefined) return route.continue();
    offsets.push(offset);
    if (offsets.length !== 2) return route.continue();
    await world.context.setOffline(true);
    return route.abort('connectionreset');
  });
  await page.getByLabel('File to import').setInputFiles(toFile('beds.ndjson', text));
  await page.getByText(/^beds.ndjson can’t be sent now: .* 9\d % of it have arrived/).waitFor();
  await expectAccessibleInEachLook(page, 'an upload that was cut');
  await world.context.setOffline(false);
  await page.getByText('NDJSON: 9,000 documents, all in order.').waitFor();
  const [first, cut, again] = offsets;
  expect([first, offsets.length]).toEqual(['0', 3]);
  expect(again).toBe(cut);
  const removed = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('link', { name: 'Copy' }).click();
  expect((await (await removed).response())?.status()).toBe(204);
});

test('[R-MIG-05] a file chosen offline stays chosen and is uploaded once online', async () => {
  const page = await openMigration('?task=import');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await world.context.setOffline(true);
  await page.getByLabel('File to import').setInputFiles(toFile('hedges.ndjson', '{"FBUID":"hedge-1"}\n'));
  await page.getByText(/^hedges.ndjson can’t be sent now/).waitFor();
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  await world.context.setOffline(false);
  await page.getByText('NDJSON: 1 document, all in order.').waitFor();
});
