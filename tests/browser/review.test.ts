import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  openEnquiry,
  PUSHES,
  sendEnquiry,
  sendTooLongPhone,
  storedEnquiry,
  storedMessages,
} from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { confirm, pick, storedOrder, unlock } from '../support/order-page.ts';
import { readDownload } from '../support/read-download.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

// The browser logs the failed requests.
const world = setUpShopWorld({ device: 'returning', allowedErrors: /status of 50[03]/ });

test('[RJ1] [RJ3] [R-SYN-02] a rejected enquiry keeps its content with the reason at the field, after a reload, offline and in another tab, until it is corrected', async () => {
  const { page, context, shop } = world;
  await page.route(PUSHES, sendTooLongPhone);
  const id = await sendEnquiry(page, shop, 'Can it carry 12 kg?');
  await page.getByText('Needs review').first().waitFor();
  await page.unroute(PUSHES);
  await page.getByRole('link', { name: 'See why, and send it again' }).click();

  const phone = page.getByLabel('Phone');
  const expectRejectedChange = async (tab = page) => {
    await tab.getByText("This enquiry wasn't accepted").waitFor();
    expect(await tab.getByLabel('Message').inputValue()).toBe('Can it carry 12 kg?');
    expect(await tab.getByLabel('Phone').getAttribute('aria-invalid')).toBe('true');
  };
  await expectRejectedChange();
  await expectAccessibleInEachLook(page, 'a refused enquiry');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expectRejectedChange();
  await context.setOffline(true);
  await page.reload();
  await expectRejectedChange();
  const other = await context.newPage();
  await other.goto(`${shop.origin}/contact/${id}`);
  await expectRejectedChange(other);
  await context.setOffline(false);

  await phone.fill('0400 000 000');
  await page.getByRole('button', { name: 'Resend Enquiry' }).click();
  await page.getByText('Received').first().waitFor();
  await other.getByText('Received').first().waitFor();
  expect(await storedEnquiry(shop, id)).toMatchObject({ contactPhone: '0400 000 000' });
  expect(await storedMessages(shop, id)).toEqual(['Can it carry 12 kg?']);
});

test('[RJ3] a rejected change can be copied and exported, and is deleted for good once discarded', async () => {
  const { page, context, shop } = world;
  await context.grantPermissions(['clipboard-write'], { origin: shop.origin });
  await page.route(PUSHES, sendTooLongPhone);
  const id = await sendEnquiry(page, shop, 'To be thrown away');
  await page.getByRole('button', { name: /Sync centre.*1 needs review/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Sync centre' });
  const card = drawer.getByRole('listitem').filter({ hasText: 'Enquiry · Ada Byrne' });
  await card.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied.').first().waitFor();
  expect(await readClipboard(context)).toContain('To be thrown away');

  const saving = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Export' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`contacts-${id}.json`);
  expect(JSON.parse(await readDownload(saved))).toMatchObject([{ contactMessage: 'To be thrown away' }]);

  await card.getByRole('button', { name: 'Discard' }).click();
  const asked = page.getByRole('dialog', { name: 'Discard this?' });
  await expect.poll(() => asked.getByRole('button', { name: 'Cancel' }).evaluate(isFocused)).toBe(true);
  await asked.getByRole('button', { name: 'Discard' }).click();
  await card.waitFor({ state: 'detached' });
  await page.goto(`${shop.origin}/sync`);
  await page.getByText('Nothing needs review.').waitFor();
  expect(await storedEnquiry(shop, id)).toBeUndefined();
});

test('[CF1] an enquiry changed on device and server shows both values, and each field takes the chosen one', async () => {
  const { page, context, shop } = world;
  const id = await sendEnquiry(page, shop, 'as sent');
  await page.getByText('Received').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openEnquiry(page, id);
  await context.setOffline(true);
  await page.getByLabel('Message').fill('mine');
  await page.getByLabel('Company').fill('My company');
  await page.getByRole('button', { name: 'Update Enquiry' }).click();
  await page.getByText('Saved on this device').first().waitFor();
  await shop.admin(`/testing/data/contacts/${id}`, {
    method: 'PATCH',
    json: { contactMessage: 'theirs', contactCompany: 'Their company', contactPhone: '1800 000 000' },
  });
  await context.setOffline(false);
  await page.getByText('Needs review').first().waitFor();
  await page.getByRole('link', { name: 'See why, and send it again' }).click();

  const message = page.getByRole('group', { name: 'Contact message' });
  await message.getByText('theirs', { exact: true }).waitFor();
  await expectAccessibleInEachLook(page, 'a conflict');
  await message.getByRole('radio', { name: /Yours.*mine/s }).check();
  const company = page.getByRole('group', { name: 'Contact company' });
  await company.getByText('My company').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await company.getByRole('radio', { name: /Theirs/ }).evaluate(isFocusedGroup)).toBe(true);
  await company.getByRole('radio', { name: /Theirs/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Received').first().waitFor();
  expect(await storedEnquiry(shop, id)).toMatchObject({
    contactMessage: 'mine',
    contactCompany: 'Their company',
    contactPhone: '1800 000 000',
  });
});

test('[CF1] [CF2] the parts of an order that two devices changed are chosen one by one in the sync centre, under the order’s number', async () => {
  const { page, context, shop } = world;
  await page.goto(`${shop.origin}/ukraine`);
  await unlock(page, shop);
  await page.getByText(/^Ready for the field/).waitFor();
  await pick(page, [{ name: 'FPV Goggles' }, { name: '6007 Lift Motor', quantity: 12 }]);
  const id = await confirm(page);
  await page.getByText('Confirmed').first().waitFor();
  const number = await page.getByRole('heading', { name: /^Purchase order PO-/ }).textContent();
  const [motor, goggles] = (await storedOrder(shop, id))?.selectedComponents ?? [];

  await context.setOffline(true);
  await page.goto(`${shop.origin}/ukraine?order=${id}`);
  await page.getByLabel('Quantity of FPV Goggles').fill('8');
  await pick(page, [{ name: 'LiDAR Mapping Payload' }]);
  await confirm(page);
  await shop.admin(`/testing/data/ukraines/${id}`, {
    method: 'PATCH',
    json: { selectedComponents: [motor, { ...goggles, quantity: 5 }] },
  });
  await context.setOffline(false);
  await page.getByText('Needs review').first().waitFor();

  await page.goto(`${shop.origin}/sync`);
  const title = (number ?? '').replace('order', 'order ·');
  const review = page.getByRole('region', { name: 'Needs review' });
  const card = review.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  // Only what both changed is asked about.
  await card.getByText('2 unchanged entries').click();
  await card.getByText(motor?.name ?? '').waitFor();
  expect(await card.getByRole('radio', { checked: true }).count()).toBe(0);
  await expectAccessibleInEachLook(page, 'a conflict by entry');
  await card.getByRole('button', { name: 'Save' }).click();
  expect(await card.count()).toBe(1);
  const lines = (await storedOrder(shop, id))?.selectedComponents ?? [];
  expect(lines.map(({ name }) => name)).toContain('LiDAR Mapping Payload');
  const later = lines.map((line) =>
    line.name === 'FPV Goggles'
      ? { ...line, quantity: 6 }
      : line === lines[0]
        ? { ...line, quantity: 20 }
        : line,
  );
  await shop.admin(`/testing/data/ukraines/${id}`, { method: 'PATCH', json: { selectedComponents: later } });
  const goggleChoice = card.getByRole('group', { name: 'FPV Goggles' });
  await goggleChoice.getByRole('radio', { name: /Theirs.*6/s }).waitFor();
  await goggleChoice.getByRole('radio', { name: /Yours.*8/s }).check();
  await card.getByRole('button', { name: 'Save' }).click();
  await card.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await storedOrder(shop, id))?.selectedComponents)
    .toMatchObject([
      { name: '6007 Lift Motor', quantity: 20 },
      { name: 'FPV Goggles', quantity: 8 },
      { name: 'LiDAR Mapping Payload', quantity: 1 },
    ]);
});

test('[RJ4] [R-SYN-02] an enquiry whose pushes got no verdict many times is confirmed within five seconds once they do, without a reload', async () => {
  const { page, shop } = world;
  let pushes = 0;
  await page.route(PUSHES, (route) => {
    pushes += 1;
    return route.fulfill({ json: { verdicts: [], rewinds: [] } });
  });
  const id = await sendEnquiry(page, shop, 'patience');
  // Each `online` event retries at once.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        return pushes;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(12);
  await page.getByText('Saved on this device').first().waitFor();
  await page.unroute(PUSHES);
  await page.getByText('Received').first().waitFor({ timeout: 5000 });
  expect(await storedMessages(shop, id)).toEqual(['patience']);
});

test('[R-SYN-02] while only pushes fail, the shop can’t be reached, and the device is not called offline', async () => {
  const { page, context, shop } = world;
  await page.route(PUSHES, (route) => route.fulfill({ status: 503, body: 'down' }));
  await sendEnquiry(page, shop, 'patience');
  const strip = page.getByText('Everything you do is kept on this device.');
  await page.getByText("We can't reach the store right now. Everything you do is kept").waitFor();
  await context.setOffline(true);
  await page.getByText("You're offline. Everything you do is kept").waitFor();
  await page.unroute(PUSHES);
  await context.setOffline(false);
  await strip.waitFor({ state: 'detached' });
  await page.getByRole('main').getByText('Received').first().waitFor();
});

test('[RJ5] [F58] a write that the server fails on five times is parked, shown and sent by Try again now', async () => {
  const { page, shop } = world;
  await page.route(PUSHES, (route) => route.fulfill({ status: 500, body: 'broken' }));
  const id = await sendEnquiry(page, shop, 'poison');
  await page.getByRole('button', { name: /Sync centre/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Sync centre' });
  // Each `online` event retries at once.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        return drawer.getByText('The server failed on this five times').count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await page.unroute(PUSHES);
  await drawer.getByRole('button', { name: 'Try again now' }).click();
  await drawer
    .getByRole('listitem')
    .filter({ hasText: 'Enquiry · Ada Byrne' })
    .getByText('Received')
    .waitFor();
  expect(await storedMessages(shop, id)).toEqual(['poison']);
});

test('a form can’t be submitted before hydration, so its content never ends up in a URL', async () => {
  const page = await (await world.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${world.shop.origin}/contact`);
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Name').press('Enter');
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  expect(page.url()).toBe(`${world.shop.origin}/contact`);
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada Byrne');
});

/** Whether a radio button or another one of its group has the focus. */
function isFocusedGroup(radio: Element): boolean {
  return radio.closest('fieldset')?.contains(document.activeElement) ?? false;
}

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

/** Pastes into an empty page: the shop's own pages may not read the clipboard. */
async function readClipboard(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.setContent('<textarea></textarea>');
  const field = page.getByRole('textbox');
  await field.press('ControlOrMeta+V');
  const text = await field.inputValue();
  await page.close();
  return text;
}
