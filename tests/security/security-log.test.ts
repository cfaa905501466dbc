import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { createErrorHandler } from '#server/http/error-handlers.ts';
import { createLog } from '#server/log.ts';
import { ANN, createAccountWorld } from '../support/account-world.ts';
import { ACCESS_CODE, ADMIN_TOKEN, createCoreServer, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn, pushRow, row } from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { isTest, PROJECT_ROOT, readSourceFiles } from '../support/source-files.ts';

const FID = 'abcdefghijklmnopqrstuv';
const NEW_PRICE = { productId: 'vtol', priceId: 'price_vtol', unitCents: 2_499_000 };
const NEW_CODE = 'the next access code';
const KIM = 'kim@shop.example';
const ID = /^[0-9a-f]{12}$/;

type Line = Readonly<Record<string, unknown>>;
let lines: Line[];
let text: string;
const log = createLog({
  level: 'info',
  destination: { write: (line) => void (lines.push(JSON.parse(line) as Line), (text += line)) },
});
const events = () => lines.flatMap(({ event }) => (event === undefined ? [] : [event]));

let clock: TestClock;
let server: CoreServer;
let address: string;
beforeEach(() => {
  [lines, text, address] = [[], '', '203.0.113.7'];
  clock = createTestClock();
  server = createCoreServer(createSuiteStore(clock), clock, { log, addressOf: () => address });
});

describe('the log', () => {
  it('[T39] [T48] says who did what an administrator may do, and from where, without naming a person', async () => {
    await pushRow(server, { device: FID }, 'contacts', row('one', 'w-1', enquiryContent()));
    const admin = (method: string, path: string, json?: unknown) =>
      server.request(path, { as: 'admin', method, json });
    const history = (await (await admin('GET', dataPath('contacts/one/history'))).json()) as {
      entries: readonly { at: string }[];
    };
    const { name } = (await (await admin('POST', '/admin/backups')).json()) as { name: string };
    await admin('PUT', dataPath('products/vtol'), productContent('VTOL', NEW_PRICE.priceId));
    const calls: readonly [string, string, string, unknown?][] = [
      ['PUT', '/admin/access-code', 'access code changed', { code: NEW_CODE }],
      ['POST', '/admin/staff', 'staff granted', { email: KIM }],
      ['POST', '/admin/staff/revoke', 'staff revoked', { email: KIM }],
      ['POST', `/admin/devices/${FID}/block`, 'device blocked'],
      ['DELETE', `/admin/devices/${FID}/block`, 'device unblocked'],
      ['GET', `/admin/backups/${name}`, 'backup downloaded'],
      ['DELETE', `/admin/backups/${name}`, 'backup deleted'],
      ['GET', '/admin/export/contacts', 'collection exported'],
      ['POST', '/admin/payments/prices', 'new price asked for', NEW_PRICE],
      ['POST', dataPath('contacts/one/restore'), 'document restored', { at: history.entries[0]?.at }],
    ];
    for (const [method, path, , json] of calls) {
      expect([path, (await admin(method, path, json)).status]).toEqual([path, 200]);
    }
    expect(events()).toEqual(['backup made', ...calls.map(([, , event]) => event)]);
    for (const line of lines) expect(line).toMatchObject({ level: 30, from: '203.0.113.7', isAdmin: true });
    const one = (event: string) => lines.find((line) => line['event'] === event);
    expect(one('collection exported')).toMatchObject({ collection: 'contacts' });
    expect(one('backup downloaded')).toMatchObject({ name });
    expect(one('device blocked')?.['subject']).toMatch(ID);
    expect(one('device blocked')?.['subject']).toBe(one('device unblocked')?.['subject']);
    expect(one('staff granted')?.['subject']).toBe(one('staff revoked')?.['subject']);
    for (const secret of [ADMIN_TOKEN, ACCESS_CODE, NEW_CODE, KIM, FID]) expect(text).not.toContain(secret);
  });

  it('[T39] a refused call names its network, and device and account by an id', async () => {
    server.sessions.set('sam', { accountId: 'sam', email: 'sam@shop.example', isStaff: false });
    const as = { device: FID, session: 'sam' };
    expect((await server.request('/admin/staff', { as })).status).toBe(401);
    expect(lines).toMatchObject([{ level: 40, from: '203.0.113.7', code: 'unauthenticated' }]);
    expect(lines[0]?.['device']).toMatch(ID);
    expect(lines[0]?.['account']).toMatch(ID);
    expect(text).not.toContain(FID);
    expect(text).not.toContain('sam@shop.example');
  });

  it('[T39] a refusal that names an address is logged without it, also a long one', async () => {
    for (const name of ['kim', 'x'.repeat(150)]) {
      const json = { email: `${name}@shop.example` };
      const refused = await server.request('/admin/staff/revoke', { as: 'admin', method: 'POST', json });
      expect([refused.status, (await errorIn(refused)).message]).toEqual([
        404,
        expect.stringContaining(json.email),
      ]);
    }
    const said = '<address> was not granted, so there is nothing to revoke.';
    expect(lines.map(({ msg }) => msg)).toEqual([said, said]);
  });

  it('[T22] [T39] a long word in a refusal holds up nobody', async () => {
    const word = 'x'.repeat(300_000);
    const app = new Hono<AppEnv>();
    app.onError(createErrorHandler(log, () => ({ requestId: 'one', from: address })));
    app.get('/', () => {
      throw new AppError('invalid-argument', word);
    });
    expect((await app.request('/')).status).toBe(400);
    expect(lines).toMatchObject([{ msg: word }]);
  }, 20_000);

  it('[T39] a blocked device that calls is named, too', async () => {
    await server.request(`/admin/devices/${FID}/block`, { as: 'admin', method: 'POST' });
    const subject = lines[0]?.['subject'];
    expect((await server.request(dataPath('contacts/pull'), { as: { device: FID } })).status).toBe(403);
    expect(lines.at(-1)).toMatchObject({ reason: 'DEVICE_BLOCKED', device: subject });
  });

  it('[T14] [T39] says that the access code was entered, and how often a wrong one, without any code', async () => {
    const enter = (code: string) =>
      server.request('/access-code', { as: { device: FID }, method: 'POST', json: { code } });
    await enter('a wrong guess');
    await enter(ACCESS_CODE);
    expect(events()).toEqual(['wrong access code', 'access code entered']);
    expect(lines[0]?.['device']).toBe(lines[1]?.['device']);
    expect(text).not.toContain('a wrong guess');
    expect(text).not.toContain(ACCESS_CODE);
  });
});

describe('guesses at the admin token', () => {
  const guess = async (token: string, path = '/admin/staff') => {
    const headers = { authorization: `Bearer ${token}` };
    return (await server.request(path, { headers })).status;
  };

  it('[T07] [T39] are logged, and slowed down for their network', async () => {
    for (let count = 0; count < 300; count++)
      expect(await guess(`guess number ${count}`.repeat(2))).toBe(401);
    expect(events().slice(0, 300)).toEqual(Array.from({ length: 300 }, () => 'wrong admin token'));
    expect(lines[0]).toMatchObject({ level: 40, from: '203.0.113.7' });
    expect(text).not.toContain('guess number 7');
    expect(await guess('one more')).toBe(429);
    // The right token gets the same response.
    expect(await guess(ADMIN_TOKEN)).toBe(429);
    expect(await metricsStatus(ADMIN_TOKEN)).toBe(429);
    address = '198.51.100.9';
    expect(await guess(ADMIN_TOKEN)).toBe(200);
    expect(await metricsStatus(ADMIN_TOKEN)).toBe(200);
    address = '203.0.113.7';
    clock.advance(60_000);
    expect(await guess(ADMIN_TOKEN)).toBe(200);
  });

  it('[T07] of guesses at once no more are answered than of those one after the other', async () => {
    const guesses = Array.from({ length: 310 }, (_, count) => guess(`guess number ${count}`.repeat(2)));
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(300);
    expect(await guess(ADMIN_TOKEN)).toBe(429);
  });

  it('[T07] never lock out callers on the machine itself, nor count an outdated device token as a guess', async () => {
    address = '127.0.0.1';
    for (let count = 0; count < 310; count++) await guess('a wrong token');
    expect(await guess(ADMIN_TOKEN)).toBe(200);
    address = '203.0.113.7';
    const outdated = server.tokenOf(FID);
    clock.advance(8 * 24 * 3_600_000);
    for (let count = 0; count < 310; count++) await guess(outdated);
    expect(await guess(ADMIN_TOKEN)).toBe(200);
  });

  async function metricsStatus(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await server.app.request('/metrics', { headers })).status;
  }
});

describe('the log of accounts', () => {
  let world: Awaited<ReturnType<typeof createAccountWorld>>;
  beforeEach(async () => void (world = await createAccountWorld({ log })));
  afterEach(() => world.close());

  it('[T07] [T39] tells failed from successful sign-ins of an account, and never names it or its password', async () => {
    await world.signUp();
    await world.call('POST', '/api/v1/auth/sign-out', {});
    world.moveTo('198.51.100.9');
    expect((await world.signIn(ANN.email.toUpperCase(), 'a wrong password')).status).toBe(401);
    expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
    expect(events()).toEqual(['signed up', 'address verified', 'signed in', 'signed out', 'signed in']);
    const failed = lines.find(({ code }) => code === 'unauthenticated');
    expect(failed).toMatchObject({ level: 40, from: '198.51.100.9', reason: 'invalid-credential' });
    expect(failed?.['namedAccount']).toMatch(ID);
    const named = lines.filter(({ event }) => event !== undefined).map((line) => line['namedAccount']);
    expect(named).toEqual(named.map(() => failed?.['namedAccount']));
    for (const secret of [ANN.email, ANN.password, 'a wrong password', ...world.jar.values()]) {
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it('[T07] [T39] names the account of a wrong second factor', async () => {
    await world.signUp();
    await world.addCodeApp();
    lines.length = 0;
    const browser = world.newBrowser();
    await browser.giveFirstFactor(ANN.email, ANN.password);
    expect((await browser.answer('000000')).status).toBe(403);
    const [, failed] = lines.filter(({ level }) => level === 40);
    expect(failed).toMatchObject({ reason: 'invalid-code', namedAccount: expect.stringMatching(ID) });
  });
});

it('[T39] every security event is named in the page for operators', () => {
  const operations = readFileSync(`${PROJECT_ROOT}docs/operations.md`, 'utf8');
  const list = operations.slice(operations.indexOf('\nThe events are:')).split('\n\n')[0] ?? '';
  const sources = readSourceFiles().filter(
    ({ path }) => path.startsWith('sync-server/http/') && !isTest(path),
  );
  const events = sources.flatMap(({ text }) => [
    ...text.matchAll(/(?:securityLog|log)\.(?:note|warn)\(c, '([^']+)'/g),
    ...text.matchAll(/\[(?:ENDPOINTS\.\w+|'\/[\w/-]+'), '([a-z][^']* [^']+)'\]/g),
  ]);
  expect(events.length).toBeGreaterThan(35);
  const unnamed = events.map(([, event = '']) => event).filter((event) => !list.includes(`\`${event}\``));
  expect(unnamed).toEqual([]);
});
