import { expect, test } from 'vitest';
import { openEnquiry, PUSHES, sendEnquiry, storedMessages, submitEnquiry } from '../support/enquiry-page.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'returning' });

test('[F37] [CL7] when the leader tab crashes during a push, another tab takes over within five seconds and the write is stored once', async () => {
  const { page, context, shop } = world;
  let onArrival = () => {};
  const arrival = new Promise<void>((resolve) => (onArrival = resolve));
  // The server accepts the push; its response is lost.
  await page.route(PUSHES, async (route) => {
    await route.fetch();
    onArrival();
  });
  await page.goto(`${shop.origin}/contact`);
  const isLeader = () =>
    page.evaluate(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === 'nankeen-replication'),
    );
  await expect.poll(isLeader).toBe(true);
  const other = await context.newPage();
  await other.goto(`${shop.origin}/sync`);
  await other.getByText('Another tab', { exact: true }).waitFor();
  const id = await submitEnquiry(page, 'sent by a tab that died');
  await arrival;
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => undefined);
  await other.getByText('This tab', { exact: true }).waitFor({ timeout: 5000 });
  await other.goto(`${shop.origin}/contact/${id}`);
  await other.getByText('Received').first().waitFor({ timeout: 5000 });
  expect(await storedMessages(shop, id)).toEqual(['sent by a tab that died']);
  await page.close();
});

test('[F36] two tabs change one enquiry offline: both show the later change, and the history has both', async () => {
  const { page, context, shop } = world;
  const id = await sendEnquiry(page, shop, 'first');
  await page.getByText('Received').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${shop.origin}/contact/${id}`);
    await tab.getByRole('button', { name: 'Update Enquiry' }).waitFor();
  }
  await context.setOffline(true);
  await page.getByLabel('Message').fill('from one tab');
  await page.getByRole('button', { name: 'Update Enquiry' }).click();
  await page.getByText('Saved on this device').first().waitFor();
  await other.getByLabel('Message').fill('from the other');
  await other.getByRole('button', { name: 'Update Enquiry' }).click();
  // The other tab's write shows as saved here too, so wait for this one.
  await other.getByText('Thank you for submitting an enquiry').waitFor();
  await context.setOffline(false);
  for (const tab of [page, other]) await tab.getByText('Received').first().waitFor();
  expect(await storedMessages(shop, id)).toEqual(['first', 'from one tab', 'from the other']);
  await openEnquiry(page, id);
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('from the other');
});
