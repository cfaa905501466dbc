import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readDeviceId } from '../support/device-id.ts';
import { sendEnquiry, storedEnquiry } from '../support/enquiry-page.ts';
import { onOneProfile } from '../support/one-profile.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld();
/** The checkpoint of a killed browser may be older than its documents: the server answers one pull with a 409. */
const CONFLICT = /status of 409/;

async function expectConfirmed(page: Page, id: string): Promise<void> {
  const { shop } = world;
  await page.goto(`${shop.origin}/contact/${id}`);
  await page.getByText('Received').first().waitFor();
  await page.goto(`${shop.origin}/sync`);
  await page.getByText('Everything is up to date.').waitFor();
  await page.getByRole('region', { name: 'Needs review' }).getByText('Nothing needs review.').waitFor();
}

test('[CL11] [F35] [R-INS-01] a browser killed on its first visit is the same device afterwards, and its enquiry is confirmed', async () => {
  const { shop } = world;
  await onOneProfile(async (open) => {
    const before = await (await open()).context.newPage();
    const id = await sendEnquiry(before, shop, 'Sent before the kill');
    await expect.poll(() => storedEnquiry(shop, id)).toBeDefined();
    const device = await readDeviceId(before);
    const after = await (await open()).context.newPage();
    await expectConfirmed(after, id);
    expect(device).toBeDefined();
    expect(await readDeviceId(after)).toBe(device);
  }, CONFLICT);
});

test('[CL11] [F35] [PU3] an enquiry whose response was lost with a killed browser is confirmed on the next start', async () => {
  const { shop } = world;
  await onOneProfile(async (open) => {
    const before = await (await open()).context.newPage();
    let onArrival = () => {};
    const arrival = new Promise<void>((resolve) => (onArrival = resolve));
    await before.route('**/sync/push', async (route) => {
      await route.fetch();
      onArrival();
    });
    const id = await sendEnquiry(before, shop, 'Sent at the last moment');
    await arrival;
    const after = await (await open()).context.newPage();
    await expectConfirmed(after, id);
  }, CONFLICT);
});

test('[R-INS-01] two tabs opened at the same time on a first visit register one device', async () => {
  const { context, page, shop } = world;
  const registrations: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/installations')) registrations.push('one');
  });
  const other = await context.newPage();
  const tabs = [page, other];
  await Promise.all(tabs.map((tab) => tab.goto(`${shop.origin}/contact`)));
  // Both ask for the device's token: one tab replicates, the other one checks a code.
  for (const tab of tabs) {
    await tab.goto(`${shop.origin}/ukraine`);
    await tab.getByLabel('Access code').fill('no such code');
  }
  await expect.poll(async () => (await readDeviceId(page))?.length).toBe(20);
  expect(await readDeviceId(other)).toBe(await readDeviceId(page));
  expect(registrations).toEqual(['one']);
});
