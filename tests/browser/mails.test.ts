import { afterAll, expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { freshEmail, PASSWORD } from '../support/login-page.ts';
import { startMailServer } from '../support/mail-server.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { IDLE_RETRIES, openAsStaff } from '../support/staff-page.ts';

const mailServer = await startMailServer('refusing');
afterAll(() => mailServer.stop());
const world = setUpOwnShopWorld({
  device: 'returning',
  environment: { SMTP_URL: mailServer.url },
});

/** Signs up on a page of its own, which mails a link. */
async function signUp(email: string): Promise<void> {
  const visitor = await (await world.newContext()).newPage();
  const answer = await visitor.request.post(`${world.shop.origin}/api/v1/auth/sign-up/email`, {
    headers: { origin: world.shop.origin },
    data: { name: 'Ann', email, password: PASSWORD },
    maxRetries: IDLE_RETRIES,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('[ML2] [R-SHP-01] staff read why a mail could not be sent, and send it once the mail server works again', async () => {
  const { page, context, shop } = world;
  const email = freshEmail();
  await signUp(email);
  await openAsStaff(page, shop, '/admin');
  await page.getByRole('link', { name: 'Mails', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Mails' }).waitFor();
  const mail = page.getByRole('listitem').filter({ hasText: email });
  await mail.getByText(`550 5.1.1 <${email}> No such mailbox`).waitFor();
  await mail.getByText(/^Tried once, next try/).waitFor();
  await expectAccessibleInEachLook(page, 'mails');
  expect(await page.content()).not.toContain('/login/verify#');

  mailServer.mood = 'accepting';
  await mail.getByRole('button', { name: /^Try again/ }).click();
  await page.getByText(`The mail to ${email} is being sent.`).waitFor();
  await expect.poll(() => mailServer.taken.map(({ to }) => to)).toEqual([[email]]);
  expect(mailServer.taken[0]?.message).toContain(`${shop.origin}/login/verify#`);
  await page.getByRole('link', { name: /^Sent/ }).click();
  await mail.getByText(/^Sent /).waitFor();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  await page.getByText('No mail waits').waitFor();
  await expectAccessibleInEachLook(page, 'no mail waits');

  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto(`${shop.origin}/admin/mails?state=given-up`);
  await page.getByText(/Mails are kept on the server/).waitFor();
  await expectAccessibleInEachLook(page, 'mails offline');
});
