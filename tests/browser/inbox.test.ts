import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendEnquiry } from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { countMails, mailTo } from '../support/mailed-files.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ device: 'returning' });
const SENDER = 'ada@example.com';
const REPLY = 'Your enquiry to Nankeen';

/** A device of the staff, with one page. */
async function openDesk(path: string) {
  const context = await world.newContext({ hasWorker: true });
  const page = await context.newPage();
  await openAsStaff(page, world.shop, path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  return { context, page };
}

async function note(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Note' }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('list', { name: 'Notes' }).getByText(text).waitFor();
}

const notesState = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notes for staff' }).getByText(text, { exact: true }).waitFor();

test('[IN1] [IN2] [IN3] two members of staff answer an enquiry without a connection: every word stays, and the reply is mailed once', async () => {
  const { page: sender, shop } = world;
  const id = await sendEnquiry(sender, shop, 'Does it fly in light rain?');
  await expect.poll(() => mailTo(shop, SENDER, 'We have your enquiry')).toContain('A person reads it');

  const first = await openDesk('/admin/enquiries');
  await first.page.getByText('Does it fly in light rain?').waitFor();
  await expectAccessibleInEachLook(first.page, 'enquiries');
  await first.page.getByRole('link', { name: 'Ada Byrne' }).click();
  await first.page.getByText('Nobody takes care of it yet.').waitFor();
  const second = await openDesk(`/admin/enquiries/${id}`);
  await second.page.getByText('Nobody takes care of it yet.').waitFor();

  await first.context.setOffline(true);
  await second.context.setOffline(true);
  await first.page.getByRole('button', { name: 'Take it', exact: true }).click();
  await note(first.page, 'Rain test of August: fine.');
  await note(second.page, 'She has bought a VTOL before.');
  await second.page.getByRole('textbox', { name: `Reply to ${SENDER}` }).fill('Yes, light rain');
  await second.page.getByRole('textbox', { name: 'Note' }).fill('half a no');
  await notesState(first.page, 'Saved on this device');
  await second.page.reload();
  // What was typed is still there.
  await expect.poll(() => second.page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('half a no');
  const reply = second.page.getByRole('textbox', { name: `Reply to ${SENDER}` });
  expect(await reply.inputValue()).toBe('Yes, light rain');
  await reply.fill('Yes, light rain is fine.');
  await second.page.getByRole('button', { name: 'Send reply' }).click();
  await second.page.getByRole('list', { name: 'Replies' }).getByText('Yes, light rain is fine.').waitFor();
  expect(countMails(shop, SENDER, REPLY)).toBe(0);

  await first.context.setOffline(false);
  await notesState(first.page, 'Confirmed');
  await second.context.setOffline(false);
  await notesState(second.page, 'Confirmed');
  for (const { page } of [first, second]) {
    await page.getByText('Rain test of August: fine.').waitFor();
    await page.getByText('She has bought a VTOL before.').waitFor();
    await page.getByText('Answered. You take care of it.').waitFor();
  }
  await second.page.getByText(/^Emailed /).waitFor();
  await expectAccessibleInEachLook(second.page, 'an answered enquiry');
  expect(mailTo(shop, SENDER, REPLY)).toContain('Yes, light rain is fine.');
  expect(countMails(shop, SENDER, REPLY)).toBe(1);

  await first.page.getByRole('button', { name: 'Close' }).click();
  await first.page.getByText('Closed. You take care of it.').waitFor();
  await first.page.goto(`${shop.origin}/admin/enquiries?view=closed`);
  await first.page.getByRole('link', { name: 'Ada Byrne' }).waitFor();
});
