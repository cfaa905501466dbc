import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { readKept } from '../support/kept-forms.ts';
import { fillLogin, freshEmail, waitForProfile } from '../support/login-page.ts';
import { onOneProfile } from '../support/one-profile.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

// The browser logs the 409 of a pull whose access has just changed.
const world = setUpShopWorld({ device: 'returning', allowedErrors: /status of 409/ });
const THANKS = 'Thank you for submitting an enquiry with us.';

async function openForm(page: Page): Promise<void> {
  await page.goto(`${world.shop.origin}/contact`);
  await waitUntilHydrated(page);
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('Half a thought');
  await expect.poll(() => readKept(page)).toMatchObject([{ contactMessage: 'Half a thought' }]);
}

test('[PB3] [R-CON-03] what was typed is there again after the browser was killed', async () => {
  await onOneProfile(async (open) => {
    const before = await (await open()).context.newPage();
    await openForm(before);
    await fill(before);
    const after = await (await open()).context.newPage();
    await openForm(after);
    await expect.poll(() => after.getByLabel('Message').inputValue()).toBe('Half a thought');
    expect(await after.getByLabel('Name').inputValue()).toBe('Ada Byrne');
  });
});

test('[PB3] [R-CON-04] an enquiry that was thanked for is not unsent after the browser was killed', async () => {
  await onOneProfile(async (open) => {
    const before = await (await open()).context.newPage();
    await openForm(before);
    await fill(before);
    await before.getByRole('button', { name: 'Submit Enquiry' }).click();
    await before.getByText(THANKS).waitFor();
    const after = await (await open()).context.newPage();
    // With a subject the page shows a new form.
    await after.goto(`${world.shop.origin}/contact?about=Kites`);
    await waitUntilHydrated(after);
    expect(await readKept(after)).toEqual([]);
    expect(await after.getByLabel('Message').inputValue()).toBe('About: Kites\n\n');
  });
});

test('[PB3] [R-CON-04] an enquiry whose browser is killed in the moment of the click is sent later or still in the form', async () => {
  const countSent = async () => {
    const query = 'field=contactMessage&value=Half%20a%20thought';
    const response = await world.shop.admin(`/testing/data/contacts?${query}`);
    return ((await response.json()) as { documents: readonly unknown[] }).documents.length;
  };
  const earlier = await countSent();
  await onOneProfile(async (open) => {
    const before = await (await open()).context.newPage();
    await openForm(before);
    await fill(before);
    await before
      .getByRole('button', { name: 'Submit Enquiry' })
      .evaluate((button) => (button as HTMLElement).click());
    const after = await (await open()).context.newPage();
    await openForm(after);
    const message = after.getByLabel('Message');
    await expect
      .poll(async () => (await countSent()) > earlier || (await message.inputValue()) === 'Half a thought')
      .toBe(true);
  });
});

test('[PB3] [R-CON-04] a page that is left in the moment of the thanks leaves nothing unsent', async () => {
  const { page } = world;
  await openForm(page);
  await fill(page);
  await page.evaluate((thanks) => {
    new MutationObserver(() => {
      if (document.body.textContent.includes(thanks)) location.reload();
    }).observe(document, { subtree: true, childList: true });
  }, THANKS);
  const isReloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await isReloaded;
  await waitUntilHydrated(page);
  expect(await readKept(page)).toEqual([]);
  expect(await page.getByLabel('Message').inputValue()).toBe('');
});

async function enter(page: Page, email: string, button: 'Login' | 'Sign Up'): Promise<void> {
  await fillLogin(page, world.shop, email);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/client$/);
}

test('[CL5] [CL6] [PB3] a form kept at sign-out is there when its account signs in again, and nobody else sees it', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  await enter(page, email, 'Sign Up');
  await waitForProfile(page);
  await openForm(page);
  await fill(page);
  await page.goto(`${shop.origin}/client`);
  await page.getByRole('button', { name: 'Log Out' }).click();
  const dialog = page.getByRole('dialog', { name: '1 item is not sent yet' });
  await dialog.getByRole('listitem').getByText('enquiry · Ada Byrne').waitFor();
  await expectAccessibleInEachLook(page, 'what becomes of an unsent form');
  await dialog.getByRole('button', { name: 'Keep for this account' }).click();
  await page.getByText('You are not signed in').waitFor();
  const message = page.getByLabel('Message');
  await openForm(page);
  await message.fill('by another person');
  await expect.poll(() => readKept(page)).toHaveLength(2);

  await enter(page, email, 'Login');
  await openForm(page);
  await expect.poll(() => message.inputValue()).toContain('Half a thought');
});

test('[PB3] the sync centre leads to an unsent form, and discards it', async () => {
  const { page, shop } = world;
  await openForm(page);
  await fill(page);
  await page.goto(`${shop.origin}/sync`);
  const part = page.getByRole('region', { name: 'Unsent forms on this device' });
  await part.getByRole('link', { name: 'enquiry · Ada Byrne' }).waitFor();
  await expectAccessibleInEachLook(page, 'an unsent form in the sync centre');
  await part.getByRole('link').click();
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Half a thought');
  await page.goBack();
  await part.getByRole('button', { name: /^Discard/ }).click();
  await part.waitFor({ state: 'detached' });
  await openForm(page);
  expect(await readKept(page)).toEqual([]);
  expect(await page.getByLabel('Message').inputValue()).toBe('');
});

test('[PB3] text that was typed in the moment the page is left is kept', async () => {
  const { page } = world;
  await openForm(page);
  await fill(page);
  const isLoaded = page.waitForEvent('load');
  await page.evaluate(() => {
    const box = document.querySelector<HTMLTextAreaElement>('textarea[name=contactMessage]');
    for (const letter of [' a', ' b', ' c']) {
      const value = `${box?.value}${letter}`;
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, value);
      box?.dispatchEvent(new Event('input', { bubbles: true }));
    }
    location.reload();
  });
  await isLoaded;
  await waitUntilHydrated(page);
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Half a thought a b c');
});
