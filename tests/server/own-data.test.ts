import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownDocumentTexts } from '#server/core/own-documents.ts';
import type { Log } from '#server/log.ts';
import { EMPTY_PROFILE } from '#shared/collections/profiles.ts';
import {
  ANN,
  createAccountWorld,
  errorOf,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import { payment } from '../contracts/payment-store-contract.ts';
import { dataPath, signIn } from '../support/core-calls.ts';
import { ACCESS_CODE, createCoreServer } from '../support/core-server.ts';
import { toAccountsDatabase } from '../support/memory-storage.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { orderWithCode } from '../support/order-with-code.ts';
import { silentLog } from '../support/silent-log.ts';

const DATA = '/api/v1/account/data';
const BOB = { name: 'Bob Other', email: 'bob@example.com', password: 'another horse 7' };
const SAM = { name: 'Sam Staff', email: 'sam@shop.example', password: 'a third horse 5' };

interface OwnDocument {
  readonly kind: string;
  readonly id: string;
  readonly isDeleted: boolean;
  readonly content: Readonly<Record<string, unknown>>;
  readonly history: readonly { readonly operation: string; readonly updatedBy: string }[];
}

let world: AccountWorld;
let events: string[];
beforeEach(async () => {
  events = [];
  const info: Log['info'] = (facts: object) => void events.push(JSON.stringify(facts));
  const log: Log = Object.assign(Object.create(silentLog) as Log, { info });
  world = await createAccountWorld({ staffEmails: [SAM.email], log });
});
afterEach(() => world.close());

const path = (rest: string) => `/api/v1${dataPath(rest)}`;

async function put(browser: TestBrowser, document: string, content: object): Promise<void> {
  const response = await browser.call('PUT', path(document), content);
  expect(response.status, await response.clone().text()).toBe(200);
}

/** A person with something of each kind. @returns the account's id */
async function fill(browser: TestBrowser, person: typeof ANN): Promise<string> {
  await browser.signUp(person);
  const id = (await browser.session()).account?.id ?? '';
  const of = (text: string) => `${text} of ${person.name}`;
  const profile = { ...EMPTY_PROFILE, profileNameGiven: person.name };
  await put(browser, `profiles/${id}`, { ...profile, profileAddress: of('first address') });
  await put(browser, `profiles/${id}`, { ...profile, profileAddress: of('second address') });
  const item = { FBUID: 'kite', ...productContent('Kite'), productCount: 2 };
  await put(browser, `checkouts/${id}`, { checkoutItems: [item] });
  const mail = { contactEmail: person.email };
  await put(browser, `contacts/kept-${id}`, { ...enquiryContent(of('question')), ...mail });
  await put(browser, `contacts/gone-${id}`, { ...enquiryContent(of('regret')), ...mail });
  expect((await browser.call('DELETE', path(`contacts/gone-${id}`))).status).toBe(200);
  await world.payments.claim(
    payment(`payment-${id}`, {
      owner: `account:${id}`,
      fingerprint: `fingerprint-${id}`,
      sessionId: `cs_session_${id}`,
      url: `https://pay.example/${id}`,
      paymentIntent: `pi_${id}`,
      email: person.email,
      delivery: {
        name: person.name,
        line1: '1 Runway Road',
        city: 'Canberra',
        postalCode: '2600',
        country: 'AU',
      },
    }),
    0,
  );
  return id;
}

async function readData(browser: TestBrowser) {
  const response = await browser.call('GET', DATA);
  expect(response.status).toBe(200);
  const text = await response.text();
  return { response, text, data: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

describe('the file of a person', () => {
  test('[PR1] has the account, its sessions and payments, and each document with its history', async () => {
    const id = await fill(world, ANN);
    await orderWithCode(world, world, 'order-of-ann');
    const { response, data } = await readData(world);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="nankeen-my-data.json"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(data)).toEqual([
      'madeAt',
      'account',
      'signInMethods',
      'recoveryCodesLeft',
      'sessions',
      'passkeys',
      'mails',
      'payments',
      'documents',
      'isComplete',
    ]);
    expect(data).toMatchObject({
      signInMethods: [{ kind: 'password', addedAt: expect.stringMatching(/^20/) as string }],
      recoveryCodesLeft: 0,
      mails: [
        {
          subject: 'Confirm your email address',
          state: 'sent',
          sentAt: new Date(world.clock.now()).toISOString(),
        },
      ],
      account: { id, email: ANN.email, name: ANN.name, emailVerified: true, role: 'customer' },
      payments: [
        {
          id: `payment-${id}`,
          status: 'created',
          lines: [{ name: 'Pelican Surf', quantity: 2, unitCents: 329_000 }],
          totalCents: 658_000,
          currency: 'AUD',
          email: ANN.email,
          delivery: { name: ANN.name, line1: '1 Runway Road' },
        },
      ],
      isComplete: true,
    });
    const { sessions } = (await (await world.call('GET', '/api/v1/account/sessions')).json()) as {
      sessions: readonly object[];
    };
    expect(data['sessions']).toEqual(sessions);

    const documents = data['documents'] as readonly OwnDocument[];
    const facts = documents.map(({ kind, isDeleted, history }) => [
      kind,
      isDeleted,
      history.map(({ operation }) => operation).join(' '),
    ]);
    expect(facts.toSorted()).toEqual([
      ['cart', false, 'create'],
      ['enquiry', false, 'create'],
      ['enquiry', true, 'delete create'],
      ['profile', false, 'update create'],
      ['purchase order', false, 'create'],
    ]);
    const profile = documents.find(({ kind }) => kind === 'profile');
    expect(profile?.content).toMatchObject({ profileAddress: 'second address of Ann' });
    expect(profile?.history[1]).toMatchObject({
      data: { profileAddress: 'first address of Ann' },
      updatedBy: ANN.email,
    });
    expect(events.filter((line) => line.includes('own data downloaded'))).toHaveLength(1);
    expect(events.join()).not.toContain(ANN.email);
  });

  test('[PR1] says how the person signs in, and since when, without keys and codes', async () => {
    await world.signUp(ANN);
    const codeApp = await world.addCodeApp();
    const accountId = (await world.session()).account?.id;
    toAccountsDatabase(world.storage.accounts)
      .prepare(
        `INSERT INTO account (id, accountId, providerId, userId, createdAt, updatedAt)
         VALUES ('link', 'google-subject-1', 'google', ?, '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z')`,
      )
      .run(accountId);
    const { text, data } = await readData(world);
    expect(data).toMatchObject({
      signInMethods: expect.arrayContaining([
        { kind: 'google', subject: 'google-subject-1', addedAt: '2026-03-01T00:00:00.000Z' },
        { kind: 'code-app', addedAt: new Date(world.clock.now()).toISOString() },
      ]) as object,
      recoveryCodesLeft: 10,
    });
    expect(text).not.toContain(codeApp.key);
    for (const code of codeApp.recoveryCodes) expect(text).not.toContain(code);
  });

  test('[PR1] has nothing of other people, nor who of the staff changed something', async () => {
    const annId = await fill(world, ANN);
    const bob = world.newBrowser();
    const bobId = await fill(bob, BOB);
    await orderWithCode(world, bob, 'order-of-bob');
    const sam = world.newBrowser();
    await sam.signUp(SAM);
    await put(sam, `contacts/kept-${annId}`, {
      ...enquiryContent('question of Ann'),
      contactEmail: ANN.email,
      contactPhone: '0400 changed',
    });
    const { text, data } = await readData(world);
    const kept = (data['documents'] as readonly OwnDocument[]).find((one) => one.id === `kept-${annId}`);
    expect(kept?.content).toMatchObject({ contactPhone: '0400 changed' });
    expect(kept?.history.map(({ updatedBy }) => updatedBy)).toEqual(['', ANN.email]);
    for (const foreign of [BOB.name, BOB.email, bobId, 'order-of-bob', SAM.email, SAM.name]) {
      expect(text).not.toContain(foreign);
    }
  });

  test('[PR1] of staff has what they wrote for themselves, not the shop’s products', async () => {
    await world.signUp(SAM);
    await put(world, 'products/recon-vtol', productContent());
    const bob = world.newBrowser();
    await fill(bob, BOB);
    const { text, data } = await readData(world);
    expect(data).toMatchObject({ account: { role: 'manager' }, documents: [] });
    expect(text).not.toContain(BOB.email);
  });

  test('[PR1] [AU8] has no token, no hash and no address of a payment’s page', async () => {
    const id = await fill(world, ANN);
    const codeToken = await orderWithCode(world, world, 'order-of-ann');
    const { text } = await readData(world);
    const cookies = [...world.jar.values()].flatMap((value) => [
      value,
      decodeURIComponent(value).split('.')[0] ?? '',
    ]);
    const passwords = world.storedAccounts().map((row) => (row as { readonly password: string }).password);
    expect(passwords).toHaveLength(1);
    expect(cookies.length).toBeGreaterThan(2);
    const secrets = [
      ...cookies,
      ...passwords,
      ANN.password,
      codeToken,
      ACCESS_CODE,
      `fingerprint-${id}`,
      `cs_session_${id}`,
      `https://pay.example/${id}`,
    ];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(7);
      expect(text).not.toContain(secret);
    }
  });
});

describe('the download', () => {
  test('[PR1] needs a session and a recent proof of identity', async () => {
    expect((await world.call('GET', DATA)).status).toBe(401);
    await world.signUp();
    world.clock.advance(10 * 60_000);
    const refused = await world.call('GET', DATA);
    expect([refused.status, (await errorOf(refused)).reason]).toEqual([403, 'CONFIRM_IDENTITY']);
    await world.call('POST', '/api/v1/account/confirm', { password: ANN.password });
    expect((await world.call('GET', DATA)).status).toBe(200);
  });

  test('[PR1] is refused after ten in a row, with the time to wait', async () => {
    await world.signUp();
    for (let count = 0; count < 10; count++) expect((await world.call('GET', DATA)).status).toBe(200);
    const refused = await world.call('GET', DATA);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '360']);
  });

  test('[PR1] is written in pieces: a long history is read while it is sent', async () => {
    const store = createSuiteStore();
    const server = createCoreServer(store);
    const ann = signIn(server, 'ann');
    for (let count = 0; count < 300; count++) {
      await server.request(dataPath('contacts/one'), {
        as: ann,
        method: 'PUT',
        json: enquiryContent(`${count} ${'text '.repeat(200)}`),
      });
    }
    let reads = 0;
    const counting: typeof store = Object.assign(Object.create(store) as typeof store, {
      history: (...query: Parameters<typeof store.history>) => (reads++, store.history(...query)),
    });
    const account = server.sessions.get('ann') ?? { accountId: '', email: '' };
    const pieces: string[] = [];
    const readsBefore: number[] = [];
    for await (const piece of ownDocumentTexts(counting, account)) {
      pieces.push(piece);
      readsBefore.push(reads);
    }
    const [document] = JSON.parse(pieces.join('')) as readonly OwnDocument[];
    expect(document?.history).toHaveLength(300);
    expect(readsBefore[2]).toBe(1);
    expect(reads).toBeGreaterThan(4);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(5_000);
  });
});
