import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Log } from '#server/log.ts';
import { EMPTY_PROFILE } from '#shared/collections/profiles.ts';
import {
  createAccountWorld,
  errorOf,
  newestToken,
  type AccountWorld,
  type TestBrowser,
} from './account-world.ts';
import { payment } from '../contracts/payment-store-contract.ts';
import { dataPath } from './core-calls.ts';
import { orderWithCode, PERSON_DEVICE } from './order-with-code.ts';
import { enquiryContent, productContent } from './samples.ts';
import { silentLog } from './silent-log.ts';

export const ZOE = { name: 'Zoe Zzyzx', email: 'zoe.zzyzx@example.com', password: 'correct horse 9' };
const OTHER = { name: 'Otto Other', email: 'otto@example.com', password: 'another horse 7' };
export const SAM = { name: 'Sam Staff', email: 'sam@shop.example', password: 'a third horse 5' };
export const MARKS = ['zzyzx', '+61 400 111 222', '7 Secret Lane', 'a private question', 'Zzyzx Farming'];
export const OWN_FILE = 'a'.repeat(32);
export const SHARED_FILE = 'b'.repeat(32);

let folder: string;
let world: AccountWorld;
let events: Record<string, unknown>[];
let log: Log;

/** An account world on a data folder, for the tests of a file. */
export function setUpEraseWorld() {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nankeen-erase-'));
    events = [];
    const info: Log['info'] = (facts: object) => void events.push(facts as Record<string, unknown>);
    log = Object.assign(Object.create(silentLog) as Log, { info, warn: info });
    world = await open();
  });
  afterEach(async () => {
    await world.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get world() {
      return world;
    },
    get folder() {
      return folder;
    },
    /** Facts of the log's lines. */
    get events() {
      return events;
    },
    /** Starts a server on the folder of one that was closed. */
    async reopen() {
      world = await open();
    },
  };
}

const open = () => createAccountWorld({ folder, staffEmails: [SAM.email], log });
export const path = (rest: string) => `/api/v1${dataPath(rest)}`;
export const ask = (browser: TestBrowser) => browser.call('POST', '/api/v1/account/delete');
export const confirm = (browser: TestBrowser, token: string) =>
  browser.call('POST', '/api/v1/account/delete/confirm', { token });
export const readLink = (browser: TestBrowser, token: string) =>
  browser.call('POST', '/api/v1/account/delete/link', { token });

async function put(browser: TestBrowser, document: string, content: object, status = 200): Promise<void> {
  const response = await browser.call('PUT', path(document), content);
  expect(response.status, await response.clone().text()).toBe(status);
}

/** An account with something of each kind. @returns its id */
export async function fill(browser: TestBrowser): Promise<string> {
  await browser.signUp(ZOE);
  const id = (await browser.session()).account?.id ?? '';
  const profile = {
    ...EMPTY_PROFILE,
    profileNameFamily: 'Zzyzx',
    profileMobile: '+61 400 111 222',
    profileAddress: '7 Secret Lane',
    profileImage: `/pictures/u/${OWN_FILE}.webp`,
  };
  await put(browser, `profiles/${id}`, profile);
  await put(browser, `profiles/${id}`, { ...profile, profileClinicName: 'Zzyzx Farming' });
  const item = { FBUID: 'kite', ...productContent('Kite'), productCount: 2 };
  await put(browser, `checkouts/${id}`, { checkoutItems: [item] });
  const enquiry = {
    ...enquiryContent('a private question'),
    contactName: 'Zzyzx',
    contactEmail: ZOE.email,
  };
  await put(browser, `contacts/kept-${id}`, enquiry);
  await put(browser, `contacts/kept-${id}`, { ...enquiry, contactMessage: 'another zzyzx text' });
  await put(browser, `contacts/gone-${id}`, enquiry);
  expect((await browser.call('DELETE', path(`contacts/gone-${id}`))).status).toBe(200);
  // Refused, so its content is kept with the verdict.
  await put(browser, `contacts/bad-${id}`, { ...enquiry, contactPhone: `zzyzx ${'9'.repeat(100)}` }, 400);
  await orderWithCode(world, browser, `order-${id}`);
  for (const [name, status] of [
    ['paid', 'paid'],
    ['failed', 'failed'],
  ] as const)
    await world.payments.claim(
      payment(`${name}-${id}`, {
        owner: `account:${id}`,
        fingerprint: `fingerprint-${name}-${id}`,
        sessionId: `cs_${name}_${id}`,
        status,
      }),
      0,
    );
  await storeFile(OWN_FILE, id);
  await storeFile(SHARED_FILE, id);
  await world.storage.deviceNames.set(PERSON_DEVICE, 'Phone of Zzyzx');
  return id;
}

/** Another account, whose profile has one of the same pictures. */
export async function fillOther(browser: TestBrowser): Promise<string> {
  await browser.signUp(OTHER);
  const id = (await browser.session()).account?.id ?? '';
  const profileImage = `/pictures/u/${SHARED_FILE}.webp`;
  await put(browser, `profiles/${id}`, { ...EMPTY_PROFILE, profileNameFamily: 'Other', profileImage });
  await put(browser, `contacts/other-${id}`, { ...enquiryContent('of Otto'), contactEmail: OTHER.email });
  return id;
}

async function storeFile(id: string, by: string): Promise<void> {
  const row = {
    bucket: 'profile-pictures',
    state: 'stored',
    reason: null,
    bytes: 3,
    width: 1,
    height: 1,
  } as const;
  await world.storage.files.put({ ...row, id, by, at: world.clock.now(), storedAt: world.clock.now() });
  mkdirSync(join(folder, 'files'), { recursive: true });
  writeFileSync(join(folder, 'files', `${id}.webp`), 'abc');
}

/** Everything that both files hold, as text: each row of each table, and the bytes of the files. */
export function readEverything(): { readonly rows: string; readonly bytes: string } {
  const rows: string[] = [];
  for (const name of ['nankeen.sqlite', 'accounts.sqlite']) {
    const database = new Database(join(folder, name), { readonly: true });
    const tables = database
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .pluck()
      .all();
    for (const table of tables)
      for (const row of database.prepare<[], object>(`SELECT * FROM "${table}"`).all())
        rows.push(`${table}: ${JSON.stringify(row)}`);
    database.close();
  }
  const files = readdirSync(folder).filter((name) => name.includes('.sqlite'));
  const bytes = files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
  return { rows: rows.join('\n'), bytes };
}

export const found = (text: string, marks: readonly string[] = MARKS) =>
  marks.filter((mark) => text.toLowerCase().includes(mark.toLowerCase()));

/** Asks for the link and waits for its mail. @returns its token */
export async function askForLink(browser: TestBrowser): Promise<string> {
  const before = newestToken(world.mails);
  expect((await ask(browser)).status).toBe(200);
  await expect.poll(() => newestToken(world.mails)).not.toBe(before);
  return newestToken(world.mails);
}

export async function signInStaff(): Promise<TestBrowser> {
  const staff = world.newBrowser();
  await staff.signUp(SAM);
  return staff;
}

interface Entry {
  readonly at: string;
  readonly operation: string;
  readonly updatedBy: string;
  readonly data: object;
}

export async function readHistory(browser: TestBrowser, document: string): Promise<readonly Entry[]> {
  const response = await browser.call('GET', path(`${document}/history`));
  return ((await response.json()) as { readonly entries: readonly Entry[] }).entries;
}

export async function state(browser: TestBrowser): Promise<unknown> {
  return (await browser.call('GET', '/api/v1/account/delete')).json();
}

export async function isDeleted(account: string | undefined): Promise<boolean> {
  const response = await world.newBrowser().call('POST', '/api/v1/account/delete/done', { account });
  return ((await response.json()) as { readonly isDeleted: boolean }).isDeleted;
}

/** Neither reading nor using the link works. */
export async function expectRefused(token: string, reason: string, message: string): Promise<void> {
  const browser = world.newBrowser();
  await browser.session();
  for (const call of [readLink, confirm]) {
    const response = await call(browser, token);
    expect(response.status).toBe(412);
    const error = await errorOf(response);
    expect(error.reason).toBe(reason);
    expect(error.message).toContain(message);
  }
}
