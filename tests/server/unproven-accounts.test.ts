import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUnprovenRemoval, UNPROVEN_ACCOUNT_MS } from '#server/accounts/unproven-accounts.ts';
import { ANN, createAccountWorld, type AccountWorld } from '../support/account-world.ts';
import { dataPath } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { toAccountsDatabase } from '../support/memory-storage.ts';
import { onceBefore } from '../support/table-calls.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const MINUTE_MS = 60_000;
const BO = { name: 'Bo', email: 'bo@example.com', password: 'correct horse battery' };
const EVE = { name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' };

let folder: string;
let clock: TestClock;
let world: AccountWorld;
let between: (call: string) => Promise<void>;
const open = async (production = true) =>
  (world = await createAccountWorld({
    folder,
    clock,
    production,
    asksSecondFactor: true,
    beforeTableCall: (call) => between(call),
  }));
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-unproven-'));
  clock = createTestClock();
  between = async () => {};
  await open();
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const remove = () => createUnprovenRemoval(world.storage)(clock.now(), () => false);
const idOf = ({ email }: typeof BO) => world.storage.accounts.tables.accountIdOf(email);
async function left(): Promise<readonly string[]> {
  const names: string[] = [];
  for (const person of [ANN, BO, EVE]) if ((await idOf(person)) !== undefined) names.push(person.name);
  return names;
}
async function signUpOnly(person: typeof BO): Promise<void> {
  const before = world.mails.length;
  expect((await world.newBrowser().sendSignUp(person)).status).toBe(200);
  await expect.poll(() => world.mails.length).toBeGreaterThan(before);
}

test('[AU13] [T37] an account whose address nobody proves goes 30 days after its sign-up, with every row of it', async () => {
  expect(await remove()).toBe(0);
  await world.newBrowser().signUp(ANN);
  await signUpOnly(BO);
  clock.advance(UNPROVEN_ACCOUNT_MS);
  await signUpOnly(EVE);
  expect(await remove()).toBe(0);
  clock.advance(1);
  const gone = (await idOf(BO)) ?? '';
  expect(await remove()).toBe(1);
  expect(await left()).toEqual(['Ann', 'Eve']);
  const bytes = readdirSync(folder)
    .filter((name) => name.startsWith('accounts'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
  expect(bytes).toContain(EVE.email);
  expect(bytes).not.toContain(BO.email);
  expect(bytes).not.toContain(gone);
  // The person signs up again, and proves the address: that account stays.
  expect((await world.newBrowser().signUp(BO)).status).toBe(200);
  clock.advance(4 * UNPROVEN_ACCOUNT_MS);
  expect(await remove()).toBe(1);
  expect(await left()).toEqual(['Ann', 'Bo']);
  expect((await world.newBrowser().signIn(BO.email, BO.password)).status).toBe(200);
});

test('[AU13] an account with a link that still works stays until the link has expired', async () => {
  await signUpOnly(BO);
  clock.advance(UNPROVEN_ACCOUNT_MS + 1);
  const { length } = world.mails;
  expect(
    (await world.newBrowser().call('POST', '/api/v1/account/verify/send', { email: BO.email })).status,
  ).toBe(200);
  await expect.poll(() => world.mails.length).toBeGreaterThan(length);
  clock.advance(9 * MINUTE_MS);
  expect(await remove()).toBe(0);
  clock.advance(2 * MINUTE_MS);
  expect(await remove()).toBe(1);
});

test('[AU13] an account that gets a new link while others are removed stays', async () => {
  await signUpOnly(BO);
  await signUpOnly(EVE);
  clock.advance(UNPROVEN_ACCOUNT_MS + 1);
  between = onceBefore('deleteUnproven', () => world.accounts.sendLink('verify', BO.email));
  expect(await remove()).toBe(1);
  expect(await left()).toEqual(['Bo']);
});

test('[AU13] an unproven account of a demo that became a shop stays while it is in use, and with all that it owns', async () => {
  await world.close();
  await open(false);
  const owner = world.newBrowser();
  await owner.signUp(BO);
  expect((await owner.call('PUT', `/api/v1${dataPath('contacts/mine')}`, enquiryContent())).status).toBe(200);
  const before = world.newBrowser();
  await before.signUp(EVE);
  const disabled = world.newBrowser();
  await disabled.signUp(ANN);
  const accountId = (await idOf(ANN)) ?? '';
  await world.storage.accounts.tables.disable({ accountId, at: clock.now(), by: 'admin' });
  await world.close();
  await open();
  const visitor = world.newBrowser();
  for (const [name, value] of before.jar) visitor.jar.set(name, value);

  clock.advance(UNPROVEN_ACCOUNT_MS - MINUTE_MS);
  expect((await visitor.session()).account?.email).toBe(EVE.email);
  clock.advance(2 * MINUTE_MS);
  expect(await remove()).toBe(0);
  expect((await visitor.session()).account?.email).toBe(EVE.email);
  // Eve's session has ended, and nothing is hers.
  clock.advance(2 * UNPROVEN_ACCOUNT_MS);
  expect(await remove()).toBe(1);
  expect(await left()).toEqual(['Ann', 'Bo']);
});

test('[AU13] an unproven account with a second factor stays', async () => {
  await world.close();
  await open(false);
  const browser = world.newBrowser();
  await browser.signUp(BO);
  await browser.addCodeApp();
  clock.advance(4 * UNPROVEN_ACCOUNT_MS);
  expect(await remove()).toBe(0);
});

test('[AU13] of hundreds of accounts those that stay do not hide the others', async () => {
  await signUpOnly(BO);
  const database = toAccountsDatabase(world.storage.accounts);
  const columns = database.prepare<[], string>(`SELECT name FROM pragma_table_info('user')`).pluck().all();
  const copy = columns.map((name) => {
    if (name === 'id') return `printf('%04d', value)`;
    return name === 'email' ? `value || '@example.com'` : `"${name}"`;
  });
  database.exec(
    `WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 450)
     INSERT INTO user (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${copy.join(', ')} FROM user, number`,
  );
  database.exec(
    `INSERT INTO disabledAccount SELECT id, 1, 'admin' FROM user WHERE id BETWEEN '0001' AND '0220'`,
  );
  database.exec(`UPDATE user SET emailVerified = 1 WHERE id BETWEEN '0221' AND '0230'`);
  clock.advance(UNPROVEN_ACCOUNT_MS + 1);
  expect(await remove()).toBe(221);
  expect(await remove()).toBe(0);
});
