import { afterEach, expect, it } from 'vitest';
import type { HistoryEntry } from '#shared/api/messages.ts';
import type { PullPage, PushResponse } from '#shared/sync/messages.ts';
import { ANN, createAccountWorld, type AccountWorld, type TestBrowser } from '../support/account-world.ts';
import { PUSH, row } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';

const SOMEBODY = { name: 'Somebody', email: 'somebody@shop.example', password: 'a long secret' };
const CONTACTS = '/api/v1/testing/data/contacts';

let world: AccountWorld;
afterEach(() => world.close());

async function push(browser: TestBrowser, one: unknown) {
  const response = await browser.call('POST', `/api/v1${PUSH}`, { rows: [one] });
  const { verdicts } = (await response.json()) as PushResponse;
  return verdicts[0];
}

async function authors(reader: TestBrowser): Promise<readonly string[]> {
  const response = await reader.call('GET', `${CONTACTS}/one/history`);
  const { entries } = (await response.json()) as { entries: readonly HistoryEntry[] };
  return entries.map(({ updatedBy }) => updatedBy).toReversed();
}

async function pulledAuthor(reader: TestBrowser): Promise<string | undefined> {
  const page = (await (await reader.call('GET', `${CONTACTS}/pull`)).json()) as PullPage;
  return page.documents[0]?.sync?.updatedBy;
}

it('[T02] an address that is not verified is marked as such wherever it is named as an author', async () => {
  world = await createAccountWorld();
  const staff = world.newBrowser();
  await staff.signUp(ANN);
  const somebody = world.newBrowser();
  await somebody.signUp(SOMEBODY);
  world.unverify(SOMEBODY.email);
  const first = row('one', 'w-1', enquiryContent());
  expect(await push(somebody, first)).toMatchObject({ verdict: 'accepted' });
  const marked = `${SOMEBODY.email} (not confirmed)`;
  expect(await authors(staff)).toEqual([marked]);
  expect(await pulledAuthor(staff)).toBe(marked);
  // The author sees the write as the account's own, and so it stays after the verification.
  expect(await pulledAuthor(somebody)).toBe(marked);
  await somebody.call('POST', '/api/v1/account/verify/send', { email: SOMEBODY.email });
  await expect.poll(() => world.mails.length).toBe(3);
  expect((await somebody.verify()).status).toBe(200);
  expect(await pulledAuthor(somebody)).toBe(marked);
  expect(await authors(somebody)).toEqual([marked]);
  // A push whose response was lost is repeated after the verification: still the same person's write.
  expect(await push(somebody, first)).toMatchObject({ verdict: 'accepted' });
  const changed = row('one', 'w-2', enquiryContent('and confirmed'), { base: 'w-1' });
  expect(await push(somebody, changed)).toMatchObject({ verdict: 'accepted' });
  expect(await authors(staff)).toEqual([marked, SOMEBODY.email]);
});

it('[T02] [R-ROL-03] outside production, where no address has to be verified, the author is the plain address', async () => {
  world = await createAccountWorld({ production: false });
  await world.signUp(SOMEBODY);
  await push(world, row('one', 'w-1', enquiryContent()));
  expect(await authors(world)).toEqual([SOMEBODY.email]);
});

it('[T02] an address longer than any mail server accepts can’t sign up', async () => {
  world = await createAccountWorld();
  const label = 'a'.repeat(63);
  const email = `a@${label}.${label}.${label}.${label}.example`;
  expect((await world.signUp({ ...SOMEBODY, email })).status).toBe(400);
  expect(await world.session()).toMatchObject({ account: null });
});
