import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { spawnCli } from '../cli/support/cli-process.ts';
import { watchErrors } from '../support/chromium.ts';
import { toCodeAt } from '../support/code-app.ts';
import { sendEnquiry } from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { startHttpsProxy, type HttpsProxy } from '../support/https-proxy.ts';
import { fillLogin, PASSWORD } from '../support/login-page.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

const MIA = 'mia@example.com';
const KIM = 'kim@example.com';
const ADMIN_TOKEN = 'u0Yb2-7cV9xkQm4Zt1rW';

let proxy: HttpsProxy;
let mail: MailServer;
let server: ShopServer;
/** The server as its visitors reach it. */
let shop: ShopServer;
let contexts: BrowserContext[];
let errors: string[];

beforeAll(async () => {
  [proxy, mail] = await Promise.all([startHttpsProxy(), startMailServer()]);
  server = await startShopServer({
    PRODUCTION: 'true',
    PUBLIC_URL: proxy.origin,
    STAFF_EMAILS: MIA,
    SMTP_URL: mail.url,
    ADMIN_TOKEN,
    ACCESS_CODE: 'kestrel-9',
    STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjt',
    STRIPE_WEBHOOK_SECRET: 'whsec_7f3Kd93jfKslw02',
  });
  proxy.forwardTo(server.origin.replace('localhost', '127.0.0.1'));
  shop = { ...server, origin: proxy.origin };
});
afterAll(async () => {
  await server.stop();
  proxy.close();
  await mail.stop();
});

beforeEach(() => {
  [contexts, errors] = [[], []];
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  // The browser logs refused calls, and the 409 of a pull whose access has just changed.
  expect(errors.filter((error) => !/status of (401|403|409)|Authentication error/.test(error))).toEqual([]);
});

async function newPage(): Promise<Page> {
  const context = await (await sharedBrowser()).newContext({ ignoreHTTPSErrors: true });
  contexts.push(context);
  // The browser takes no service worker from a certificate that nobody trusts.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const page = await context.newPage();
  watchErrors(page, errors);
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The link in the newest mail to an address. */
async function mailedLink(email: string): Promise<string> {
  const links = () =>
    mail.taken
      .filter(({ to }) => to.includes(email))
      .map(({ message }) => /https:\S+/.exec(message.replaceAll(/=\r?\n/g, ''))?.[0] ?? '');
  await expect.poll(links).not.toEqual([]);
  return links().at(-1) ?? '';
}

async function logIn(page: Page): Promise<void> {
  await fillLogin(page, shop, MIA);
  await press(page, 'Login');
}

/** Signs up, and uses the mailed link. */
async function proveAddress(page: Page, email: string): Promise<void> {
  await fillLogin(page, shop, email);
  await press(page, 'Sign Up');
  await page.getByText(`A link is on its way to ${email}.`).waitFor();
  const link = await mailedLink(email);
  expect(link.startsWith(`${proxy.origin}/login/verify#`)).toBe(true);
  await page.goto(link);
  await press(page, `Confirm ${email}`);
  await page.getByText(`${email} is confirmed.`).waitFor();
  await press(page, 'Go to your account');
}

/** @returns its key */
async function setUpCodeApp(page: Page): Promise<string> {
  await page.goto(`${shop.origin}/account/security`);
  await press(page, 'Set up a code app');
  // The session began by a link, which proves no identity.
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const section = page.getByRole('region', { name: 'Second factor' });
  const shown = await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const key = (shown ?? '').replaceAll(' ', '');
  await section.getByLabel('Code', { exact: true }).fill(toCodeAt(key, Date.now() - 30_000));
  await press(page, 'Turn on');
  await section.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await press(page, 'I have kept them');
  return key;
}

test('[AU5] [AU6] [AU8] over https in production a manager proves the address, is a customer until a second factor is set up, and then has the rights', async () => {
  const page = await newPage();
  await proveAddress(page, MIA);
  await page.waitForURL(/\/account\/security$/);
  await page.getByText('You have a role here. It counts once you have added a passkey').waitFor();
  await expectAccessibleInEachLook(page, 'security of staff without a second factor');

  const staff = page.getByRole('listitem').filter({ hasText: MIA });
  await page.goto(`${shop.origin}/admin/staff`);
  await page.getByRole('heading', { name: 'Set up a second factor first' }).waitFor();
  expect(await staff.count()).toBe(0);

  const key = await setUpCodeApp(page);
  await page.goto(`${shop.origin}/admin/staff`);
  await staff.getByText('Has a second factor').waitFor();

  const other = await newPage();
  const device = await addVirtualAuthenticator(other);
  await logIn(other);
  await other.getByLabel('Code', { exact: true }).fill(toCodeAt(key, Date.now() + 30_000));
  await press(other, 'Continue');
  await other.waitForURL(/\/client$/);
  await other.getByText('Manager', { exact: true }).waitFor();
  await other.goto(`${shop.origin}/account/security`);
  await press(other, 'Add a passkey');
  await other.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').waitFor();
  expect(await device.passkeys()).toMatchObject([{ rpId: 'localhost' }]);

  await other.goto(`${shop.origin}/login`);
  await other.getByRole('button', { name: 'Log out' }).click();
  await press(other, 'Use a passkey');
  await other.waitForURL(/\/client$/);
  await other.getByText('Manager', { exact: true }).waitFor();
  const cookies = await other.context().cookies();
  const session = cookies.filter(({ httpOnly }) => httpOnly);
  expect(session.length).toBeGreaterThan(0);
  expect(session.filter(({ secure }) => !secure)).toEqual([]);
});

test('[AU7] [T13] [CL6] a withdrawn role counts from the next request on, and an open page closes with all that staff read', async () => {
  const message = 'Only for staff to read';
  const customer = await newPage();
  await sendEnquiry(customer, shop, message);
  await customer.getByText('Received').first().waitFor();
  const page = await newPage();
  await proveAddress(page, KIM);
  await page.waitForURL(/\/client$/);
  const type = async (args: readonly string[]) => {
    const { ended } = spawnCli(args, { NANKEEN_SERVER: server.origin, NANKEEN_TOKEN: ADMIN_TOKEN });
    expect(await ended).toMatchObject({ exitCode: 0 });
  };
  await type(['staff', 'grant', KIM]);
  await setUpCodeApp(page);
  await expect.poll(() => readEnquiries(page)).toContain(message);
  await page.goto(`${shop.origin}/admin`);
  const enquiry = page.getByText(message);
  await enquiry.first().waitFor();
  const overview = async () => (await page.request.get(`${shop.origin}/api/v1/admin/overview`)).status();
  expect(await overview()).toBe(200);
  await type(['staff', 'revoke', KIM]);
  expect(await overview()).toBe(401);
  await page.getByText(`${KIM} is a customer’s account.`).waitFor();
  expect(await enquiry.count()).toBe(0);
  await expect.poll(() => readEnquiries(page)).not.toContain(message);
});

/** The enquiries that a page's device holds, as text. */
function readEnquiries(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const found: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.includes('contacts')) continue;
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(found);
  });
}
