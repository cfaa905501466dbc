import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import type { Installation } from '#shared/api/messages.ts';
import { toCodeAt } from '../../tests/support/code-app.ts';
import type { MailServer } from '../../tests/support/mail-server.ts';
import { findChromium } from '../sync/measures/browser-first-sync.ts';
import { toQuantiles, type Quantiles } from '../sync/measures/quantiles.ts';

const ROUNDS = 20;
const KIM = 'kim@example.com';
const PASSWORD = 'correct horse battery 9';
/** Of an enquiry that only staff and its sender may read. */
const MESSAGE = 'Only for staff to read';
const TIMEOUT_MS = 120_000;

export interface Shop {
  /** Where its visitors reach it, over https. */
  readonly publicUrl: string;
  /** The server's own address. */
  readonly origin: string;
  readonly adminToken: string;
  readonly mailServer: MailServer;
}

/** Milliseconds from the server's answer to the withdrawal. */
export interface Withdrawal {
  readonly streamClosed: Quantiles;
  /** Until the device holds nothing more of it; a blocked device keeps what it has. */
  readonly dataGone?: Quantiles;
}

interface Browsers {
  newPage(): Promise<Page>;
}

export type Withdrawals = Readonly<Record<'role' | 'session' | 'device', Withdrawal>>;

/** Withdraws role, session and device of a person whose page stays open, twenty times each. */
export async function measureWithdrawals(shop: Shop): Promise<Withdrawals> {
  const browser = await chromium.launch(findChromium());
  try {
    const newPage = async () => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true });
      // The browser takes no service worker from a certificate that nobody trusts.
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
      const page = await context.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      return page;
    };
    const customer = await newPage();
    await customer.goto(`${shop.publicUrl}/contact`);
    await customer.getByLabel('Name').fill('Ada Byrne');
    await customer.getByLabel('Email').fill('ada@example.com');
    await customer.getByLabel('Message').fill(MESSAGE);
    await press(customer, 'Submit Enquiry');
    await customer.getByText('Received').first().waitFor();

    const page = await newPage();
    await signUp(page, shop);
    const session = await measureSession({ newPage }, shop);
    // Its session was ended too.
    const staff = await newPage();
    await logIn(staff, shop);
    await setUpCodeApp(staff, shop);
    const role = await measureRole(staff, shop);
    return { role, session, device: await measureDevice(shop) };
  } finally {
    await browser.close();
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signUp(page: Page, { publicUrl, mailServer }: Shop): Promise<void> {
  await fillLogin(page, publicUrl);
  await press(page, 'Sign Up');
  await page.getByText(`A link is on its way to ${KIM}.`).waitFor();
  const mail = () => mailServer.taken.find(({ to }) => to.includes(KIM))?.message;
  while (mail() === undefined) await sleep(20);
  const link = /https:\S+/.exec((mail() ?? '').replaceAll(/=\r?\n/g, ''))?.[0] ?? '';
  await page.goto(link);
  await press(page, `Confirm ${KIM}`);
  await press(page, 'Go to your account');
  await page.waitForURL(/\/client$/);
}

async function logIn(page: Page, { publicUrl }: Shop): Promise<void> {
  await fillLogin(page, publicUrl);
  await press(page, 'Login');
  await page.waitForURL(/\/client$/);
}

async function fillLogin(page: Page, publicUrl: string): Promise<void> {
  await page.goto(`${publicUrl}/login`);
  await page.getByLabel('Email').fill(KIM);
  await page.getByLabel('Password').fill(PASSWORD);
}

async function setUpCodeApp(page: Page, { publicUrl }: Shop): Promise<void> {
  await page.goto(`${publicUrl}/account/security`);
  await press(page, 'Set up a code app');
  const section = page.getByRole('region', { name: 'Second factor' });
  const shown = await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const key = (shown ?? '').replaceAll(' ', '');
  await section.getByLabel('Code', { exact: true }).fill(toCodeAt(key, Date.now() - 30_000));
  await press(page, 'Turn on');
  await press(page, 'I have kept them');
}

async function measureSession({ newPage }: Browsers, shop: Shop): Promise<Withdrawal> {
  let page: Page;
  return repeat({
    async prepare() {
      page = await newPage();
      await logIn(page, shop);
      await page.waitForFunction(hasAccountStore);
      return openStream(shop, await cookiesOf(page));
    },
    withdraw: () => callAsAdmin(shop, 'POST', '/admin/accounts/end-sessions', { email: KIM }),
    async untilGone() {
      await page.waitForFunction(hasNoAccountStore, undefined, { polling: 10 });
      await page.getByText('You are not signed in').waitFor();
    },
    after: () => page.context().close(),
  });
}

async function measureRole(page: Page, shop: Shop): Promise<Withdrawal> {
  await page.goto(`${shop.publicUrl}/admin`);
  const enquiry = page.getByText(MESSAGE).first();
  return repeat({
    async prepare() {
      await callAsAdmin(shop, 'POST', '/admin/staff', { email: KIM, role: 'staff' });
      await enquiry.waitFor();
      return openStream(shop, await cookiesOf(page));
    },
    withdraw: () => callAsAdmin(shop, 'POST', '/admin/staff/revoke', { email: KIM }),
    untilGone: async () => {
      await enquiry.waitFor({ state: 'detached' });
      await page.waitForFunction(hasNoEnquiry, MESSAGE, { polling: 10 });
    },
  });
}

async function measureDevice(shop: Shop): Promise<Withdrawal> {
  const json = { fid: 'abcdefghijklmnopqrst12', appId: 'nankeen', authVersion: 'v1', sdkVersion: '0.2.75' };
  const { fid, authToken } = (await callAsAdmin(shop, 'POST', '/installations', json)) as Installation;
  return repeat({
    async prepare() {
      await callAsAdmin(shop, 'DELETE', `/admin/devices/${fid}/block`);
      return openStream(shop, { authorization: `Bearer ${authToken.token}` });
    },
    withdraw: () => callAsAdmin(shop, 'POST', `/admin/devices/${fid}/block`),
  });
}

interface Stream {
  /** Time of `performance.now`. */
  readonly ended: Promise<number>;
}

interface Round {
  /** @returns when the person's open stream ends */
  prepare(): Promise<Stream>;
  withdraw(): Promise<unknown>;
  untilGone?(): Promise<void>;
  after?(): Promise<void>;
}

async function repeat({ prepare, withdraw, untilGone, after }: Round): Promise<Withdrawal> {
  const closed: number[] = [];
  const gone: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { ended } = await prepare();
    await withdraw();
    const from = performance.now();
    await Promise.all([
      ended.then((at) => closed.push(Math.max(0, at - from))),
      untilGone?.().then(() => gone.push(performance.now() - from)),
    ]);
    await after?.();
  }
  const streamClosed = toQuantiles(closed);
  return untilGone ? { streamClosed, dataGone: toQuantiles(gone) } : { streamClosed };
}

/** Opens a stream as the person whose page is open. */
async function openStream({ origin }: Shop, headers: Readonly<Record<string, string>>): Promise<Stream> {
  const response = await fetch(`${origin}/api/v1/testing/data/stream`, { headers });
  const reader = response.body?.getReader();
  if (!response.ok || !reader) throw new Error(`The stream was answered with ${response.status}.`);
  await reader.read();
  const readOn = async (): Promise<number> => ((await reader.read()).done ? performance.now() : readOn());
  return { ended: readOn() };
}

async function cookiesOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const cookies = await page.context().cookies();
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

async function callAsAdmin(shop: Shop, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${shop.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${shop.adminToken}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`);
  return response.status === 204 ? undefined : response.json();
}

/* What follows runs in the page. */

async function hasAccountStore(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name = '' }) => /^rxdb-dexie-nankeen-[^-]/.test(name));
}

async function hasNoAccountStore(): Promise<boolean> {
  return !(await indexedDB.databases()).some(({ name = '' }) => /^rxdb-dexie-nankeen-[^-]/.test(name));
}

async function hasNoEnquiry(message: string): Promise<boolean> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.includes('contacts')) continue;
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const database = opening.result;
    const texts: string[] = [];
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => reading.addEventListener('success', resolve));
      texts.push(JSON.stringify(reading.result));
    }
    database.close();
    if (texts.join('').includes(message)) return false;
  }
  return true;
}
