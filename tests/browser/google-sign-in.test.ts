import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { toCodeAt } from '../support/code-app.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { sendEnquiry, storedMessages } from '../support/enquiry-page.ts';
import { fillLogin } from '../support/login-page.ts';
import { startOpenIdProvider, type Person, PEOPLE } from '../support/open-id-provider.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

const provider = await startOpenIdProvider();
afterAll(() => provider.close());

// The browser logs failed requests: calls that need a proof, the 409 of a pull whose access has just changed, and the 503 without the provider.
const world = setUpOwnShopWorld({
  device: 'returning',
  environment: provider.settings,
  allowedErrors: /status of (403|409|503)|Authentication error/,
});

let isAllowed = false;
beforeEach(() => {
  Object.assign(provider, { fault: undefined, tokenFault: undefined });
  if (!isAllowed) provider.allow(world.shop.origin);
  isAllowed = true;
});

const LARGE = { width: 1280, height: 800 };

async function openLogin(page: Page = world.page): Promise<void> {
  await page.setViewportSize(LARGE);
  await page.goto(`${world.shop.origin}/login`);
  await page.getByRole('button', { name: 'Login with Google' }).waitFor();
}

const google = (page: Page = world.page) => page.getByRole('button', { name: 'Login with Google' });

async function openPopup(context: BrowserContext = world.context, page: Page = world.page): Promise<Page> {
  const [popup] = await Promise.all([context.waitForEvent('page'), google(page).click()]);
  return popup;
}

async function choose(page: Page, person: Person | 'cancel'): Promise<void> {
  await page.getByRole('link', { name: person, exact: true }).click();
}

/** Puts two products into the cart and sends an enquiry. @returns the enquiry's id */
async function fillCart(message: string): Promise<string> {
  const { page, shop } = world;
  for (const product of ['recon-vtol', 'overwatch-x6']) {
    await page.goto(`${shop.origin}/product/${product}`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  }
  const id = await sendEnquiry(page, shop, message);
  await page.getByText('Received').first().waitFor();
  return id;
}

function expectItems(page: Page, items = '2 items'): Promise<void> {
  return expect
    .poll(() =>
      page
        .getByText(/^\d+ items?$/)
        .first()
        .innerText(),
    )
    .toBe(items);
}

async function expectEverything(id: string, message: string): Promise<void> {
  const { page, shop } = world;
  await page.waitForURL(/\/client$/);
  await page.getByRole('listitem').filter({ hasText: message }).getByText('Received').waitFor();
  await expectItems(page);
  expect(new Set(await storedMessages(shop, id))).toEqual(new Set([message]));
}

test('[R-AUT-03] [R-CAL-14] [AU4] signing in with Google in a window of its own keeps a full cart, and the window closes', async () => {
  const id = await fillCart('before the popup');
  await openLogin();
  const popup = await openPopup();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await world.page.getByText('Finish in the other window.').waitFor();
  await expectAccessibleInEachLook(world.page, 'waiting for the other window');
  await choose(popup, 'verified');
  await closed;
  await expectEverything(id, 'before the popup');
  await world.page.getByRole('heading', { name: /Vera/ }).waitFor();

  // Another device of the account has them too.
  const context = await world.newContext();
  const other = await context.newPage();
  await openLogin(other);
  await choose(await openPopup(context, other), 'verified');
  await other.waitForURL(/\/client$/);
  await expectItems(other);
});

test.each([
  ['a small screen', 'nameless'],
  ['a blocked popup', 'known'],
  ['an installed app', 'another'],
] as const)('[R-AUT-03] [AU4] in the same window Google keeps a full cart: %s', async (why, person) => {
  const { page } = world;
  const id = await fillCart(`on ${why}`);
  await openLogin();
  if (why === 'a small screen') await page.setViewportSize({ width: 360, height: 780 });
  if (why === 'a blocked popup') await page.evaluate(() => Object.assign(window, { open: () => null }));
  if (why === 'an installed app') {
    await page.evaluate(() => Object.assign(window, { matchMedia: () => ({ matches: false }) }));
  }
  await google().click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  expect(world.context.pages().length).toBe(1);
  await choose(page, person);
  await expectEverything(id, `on ${why}`);
});

test('[AU5] [AU4] Google asks for the code of a code app in both ways, and a full cart is kept', async () => {
  const { page, shop } = world;
  const owner = await (await world.newContext()).newPage();
  await openLogin(owner);
  await choose(await openPopup(owner.context(), owner), 'careful');
  await owner.waitForURL(/\/client$/);
  await owner.goto(`${shop.origin}/account/security`);
  const section = owner.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Set up a code app' }).click();
  const key = (await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await section.getByLabel('Code', { exact: true }).fill(toCodeAt(key, Date.now()));
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const recoveryCode = await section.getByRole('listitem').first().innerText();

  const id = await fillCart('before the code');
  await openLogin();
  const popup = await openPopup();
  const closed = popup.waitForEvent('close');
  await choose(popup, 'careful');
  await closed;
  await page.getByLabel('Code', { exact: true }).fill(toCodeAt(key, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectEverything(id, 'before the code');

  const phone = await (await world.newContext()).newPage();
  await phone.goto(`${shop.origin}/product/6s-19000-mah-battery`);
  await phone.getByRole('button', { name: 'Add to Cart' }).click();
  await phone.getByText('items in cart').first().waitFor({ state: 'attached' });
  await openLogin(phone);
  await phone.setViewportSize({ width: 360, height: 780 });
  await google(phone).click();
  await choose(phone, 'careful');
  await phone.getByRole('button', { name: 'Use a recovery code' }).click();
  await phone.getByLabel('Recovery code').fill(recoveryCode);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.waitForURL(/\/client$/);
  await expectItems(phone, '3 items');
});

test('[AU4] a browser that keeps no cookies is asked to allow them', async () => {
  const page = await (await world.newContext()).newPage();
  await openLogin(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await google(page).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await page.context().clearCookies({ domain: 'localhost' });
  await choose(page, 'known');
  await page.getByText('or this browser keeps no cookies for this site.').waitFor();

  await google(page).click();
  // What the server says of a call without the session's cookie.
  await page.route('**/api/v1/session', (route) =>
    route.fulfill({ json: { account: null, isStaff: false } }),
  );
  await choose(page, 'known');
  await page.getByText('this browser did not keep the session: allow cookies for this site.').waitFor();
});

/** As if every session had proven more than ten minutes ago who its person is. */
function forgetProofs(): void {
  const database = new Database(join(world.shop.dataDir, 'accounts.sqlite'));
  database.prepare('UPDATE session SET confirmedAt = confirmedAt - 660000').run();
  database.close();
}

test('[AU6] [PR1] a person who came by Google downloads the own data at once, and later after a new sign-in there', async () => {
  const { page, shop } = world;
  await openLogin();
  await choose(await openPopup(), 'one more');
  await page.waitForURL(/\/client$/);
  await page.goto(`${shop.origin}/account/data`);
  const ask = () => page.getByRole('button', { name: 'Download my data' }).click();
  await Promise.all([page.waitForEvent('download'), ask()]);

  forgetProofs();
  await ask();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const again = dialog.getByRole('button', { name: 'Continue with Google' });
  await again.waitFor();
  await expectAccessibleInEachLook(page, 'a proof without a password');
  const [popup] = await Promise.all([world.context.waitForEvent('page'), again.click()]);
  await Promise.all([page.waitForEvent('download'), choose(popup, 'one more')]);
  expect(await dialog.count()).toBe(0);

  forgetProofs();
  await page.setViewportSize({ width: 360, height: 780 });
  await ask();
  await again.click();
  await choose(page, 'one more');
  await page.waitForURL(/\/account\/data$/);
  await page.getByText('You are back from Google. Choose again what you were about to do.').waitFor();
  await Promise.all([page.waitForEvent('download'), ask()]);
});

test('[AU3] [AU6] a person who came by Google adds a passkey at once, and then unlinks Google', async () => {
  const { page, shop } = world;
  await addVirtualAuthenticator(page);
  await openLogin();
  await choose(await openPopup(), 'nameless');
  await page.waitForURL(/\/client$/);
  await page.goto(`${shop.origin}/account/security`);
  const section = page.getByRole('region', { name: 'Google' });
  await section.getByText('To unlink Google, set a password or add a passkey first.').waitFor();
  await page.getByRole('button', { name: 'Set a password by email' }).waitFor();
  await expectAccessibleInEachLook(page, 'security without a password');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await section.getByRole('button', { name: 'Unlink Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('Google is unlinked. All other browsers are signed out.').waitFor();
  expect(await section.count()).toBe(0);
});

test('[AU4] what is put into the cart while the other window is open comes along', async () => {
  const { page, shop, context } = world;
  await openLogin();
  const popup = await openPopup();
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  const tab = await context.newPage();
  await tab.goto(`${shop.origin}/product/recon-vtol`);
  await tab.getByRole('button', { name: 'Add to Cart' }).click();
  await tab.getByText('items in cart').first().waitFor({ state: 'attached' });
  await choose(popup, 'one more');
  await page.waitForURL(/\/client$/);
  await page.getByText('1 item').first().waitFor();
});

test('[AU4] after signing in a person goes on with what needed it, in the same window too', async () => {
  const { page, shop } = world;
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${shop.origin}/admin/products`);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await google().click();
  await choose(page, 'verified');
  await page.waitForURL(/\/admin\/products$/);
  await page.getByRole('heading', { name: 'Manage products' }).waitFor();
});

test('[AU3] [AU4] refusals are shown where the sign-in was begun: in both ways', async () => {
  const { page, shop, context } = world;
  const ann = await (await world.newContext()).newPage();
  await fillLogin(ann, shop, PEOPLE.unproven.email);
  await ann.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await ann.waitForURL(/\/client$/);

  await openLogin();
  const popup = await openPopup();
  const closed = popup.waitForEvent('close');
  await choose(popup, 'unproven');
  await closed;
  const alert = page.getByRole('alert').filter({ hasText: 'Error:' });
  await alert.filter({ hasText: 'This address already has an account here' }).waitFor();
  await alert.getByRole('link').waitFor();
  await expectAccessibleInEachLook(page, 'a refused sign-in with Google');

  await page.setViewportSize({ width: 360, height: 780 });
  await google().click();
  await choose(page, 'unverified');
  await page.waitForURL(/\/login$/);
  await alert.filter({ hasText: 'Google has not confirmed the address' }).waitFor();
  await google().click();
  await choose(page, 'cancel');
  await page.getByText('You cancelled at Google. Nothing was changed.').waitFor();
  expect(await alert.count()).toBe(0);

  provider.fault = 'down';
  await page.setViewportSize(LARGE);
  await google().click();
  await alert.filter({ hasText: 'Google can’t be reached' }).waitFor();
  await expect.poll(() => context.pages().length).toBe(1);
});

test('[AU3] [AU4] an ID token with a fault signs nobody in, and a sentence says so in both ways', async () => {
  const { page } = world;
  const alert = page.getByRole('alert').filter({ hasText: 'Error: What Google answered is not valid' });
  const stranger = await (await world.newContext()).newPage();
  await openLogin(stranger);
  await choose(await openPopup(stranger.context(), stranger), 'another');
  await stranger.waitForURL(/\/client$/);
  await openLogin();
  for (const fault of ['wrong nonce', 'wrong audience', 'wrong issuer', 'of another account'] as const) {
    provider.tokenFault = fault;
    const popup = await openPopup();
    await expect.poll(() => alert.count()).toBe(0);
    const closed = popup.waitForEvent('close');
    await choose(popup, 'verified');
    await closed;
    await alert.waitFor();
  }
  await page.setViewportSize({ width: 360, height: 780 });
  await google().click();
  await choose(page, 'verified');
  await page.waitForURL(/\/login$/);
  await alert.waitFor();
  await page.goto(`${world.shop.origin}/account`);
  await page.getByText('You are not signed in').waitFor();
});

test('[AU4] a window that the person closed is given up with Cancel, and the next sign-in works', async () => {
  const { page } = world;
  await openLogin();
  await page.evaluate(() => {
    const { open } = window;
    window.open = (...given) => Object.assign(window, { popup: open(...given) }).popup;
  });
  const popup = await openPopup();
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  // Our pages isolate themselves: the window reads as closed as soon as it is on Google's page.
  const readsAsClosed = () => page.evaluate(() => (window as unknown as { popup: Window }).popup.closed);
  await expect.poll(readsAsClosed).toBe(true);
  await page.getByText('Finish in the other window.').waitFor();
  await popup.close();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByText('If you have closed it, cancel here and start again.').waitFor();
  await expectAccessibleInEachLook(page, 'a closed window');
  expect(await google().isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => google().isEnabled()).toBe(true);
  expect(await page.getByText('Error:').count()).toBe(0);
  await choose(await openPopup(), 'verified');
  await page.waitForURL(/\/client$/);
});

test('[AU4] a page that is busy when the other window comes back goes on all the same, and that window closes', async () => {
  const { page } = world;
  await openLogin();
  const popup = await openPopup();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  const busy = page.evaluate(() => {
    const end = Date.now() + 8000;
    while (Date.now() < end);
  });
  await choose(popup, 'verified');
  await Promise.all([busy, closed]);
  await page.waitForURL(/\/client$/);
});

test('[AU4] without the window that opened it, the other window finishes the sign-in itself', async () => {
  const { page, shop } = world;
  await openLogin();
  const popup = await openPopup();
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await google().waitFor();
  await page.goto(`${shop.origin}/legals`);
  await choose(popup, 'verified');
  await popup.waitForURL(/\/client$/);
  await popup.getByRole('heading', { name: /Vera/ }).waitFor();
});

test('[AU4] [T39] the page’s policy stays as strict as without Google, and no window can reach another', async () => {
  const response = await fetch(`${world.shop.origin}/login`);
  expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(response.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://checkout.stripe.com;",
  );
  expect(response.headers.get('content-security-policy')).not.toMatch(/connect-src|127\.0\.0\.1/);
});
