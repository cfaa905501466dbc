import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#shared/kernel/clock.ts';
import { readConfig } from '#server/config.ts';
import { createContext, type ServerContext } from '#server/context.ts';
import { createServerApp } from '#server/server-app.ts';
import { restoreBackup } from '#server/stores/sqlite/restore-backup.ts';
import { ANN, ORIGIN } from '../support/account-world.ts';
import { sampleProduct } from '../support/sample-product.ts';
import { ADMIN_TOKEN } from '../support/core-server.ts';
import { quickHasher } from '../support/quick-hasher.ts';
import { silentLog } from '../support/silent-log.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nankeen-backup-accounts-'));
  folder = mkdtempSync(join(root, 'data-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Server {
  readonly context: ServerContext;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Runs `work` on a server with this data folder. */
async function withServer<Result>(work: (server: Server) => Promise<Result>): Promise<Result> {
  const config = readConfig({ DATA_DIR: folder, PUBLIC_URL: ORIGIN, ADMIN_TOKEN }, root);
  const context = createContext(
    { ...config, buildFolder: undefined, isPrivate: true },
    { log: silentLog, hasher: quickHasher },
  );
  const app = createServerApp(context);
  const server: Server = {
    context,
    call: async (method, path, body, headers) =>
      app.request(`${ORIGIN}/api/v1${path}`, {
        method,
        headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
  try {
    return await work(server);
  } finally {
    await context.close();
  }
}

const AS_ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };
const signUp = ({ call }: Server, person = ANN) => call('POST', '/auth/sign-up/email', person);
const signIn = ({ call }: Server, { email, password } = ANN) =>
  call('POST', '/auth/sign-in/email', { email, password });
const sessionOf = ({ call }: Server, cookie: string) => call('GET', '/session', undefined, { cookie });
const readProduct = ({ call }: Server) =>
  call('GET', '/testing/data/products/a', undefined, AS_ADMIN).then(({ status }) => status);
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

async function createBackup({ call }: Server): Promise<string> {
  const response = await call('POST', '/admin/backups', undefined, AS_ADMIN);
  expect(response.status).toBe(200);
  return ((await response.json()) as { name: string }).name;
}

/** A shop with a product and Ann's account. @returns its backup, outside the data folder, and Ann's cookies */
async function backUpShop(): Promise<{ readonly backup: string; readonly cookie: string }> {
  return withServer(async (server) => {
    await server.call('PUT', '/testing/data/products/a', sampleProduct({ productName: 'Kestrel' }), AS_ADMIN);
    const cookie = cookieOf(await signUp(server));
    const name = await createBackup(server);
    const backup = join(root, name);
    writeFileSync(backup, readFileSync(join(folder, 'backups', name)));
    return { backup, cookie };
  });
}

const restore = (backup: string, part: 'data' | 'accounts' = 'data') =>
  restoreBackup(folder, backup, { part, clock: systemClock });

test('[F66] [RT3] after the data folder is lost, one backup brings back the data and the accounts, without their sessions', async () => {
  const { backup, cookie } = await backUpShop();
  rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(root, 'data-'));
  expect(await restore(backup)).toMatchObject({ hasRestoredAccounts: true, accountsKeptAs: null });
  expect(statSync(join(folder, 'accounts.sqlite')).mode & 0o777).toBe(0o600);
  await withServer(async (server) => {
    expect(await readProduct(server)).toBe(200);
    expect(await (await sessionOf(server, cookie)).json()).toMatchObject({ account: null });
    expect((await signIn(server, { ...ANN, password: 'another password' })).status).toBe(401);
    expect((await signIn(server)).status).toBe(200);
  });
});

test('[T55] a backup holds no sessions, and restored data holds no accounts', async () => {
  const { backup, cookie } = await backUpShop();
  const token = decodeURIComponent(/session_token=([^;.]+)/.exec(cookie)?.[1] ?? '');
  expect(token.length).toBeGreaterThan(20);
  expect(readFileSync(join(folder, 'accounts.sqlite')).includes(token)).toBe(true);
  expect(readFileSync(backup).includes(ANN.email)).toBe(true);
  expect(readFileSync(backup).includes(token)).toBe(false);
  await restore(backup);
  expect(readFileSync(join(folder, 'nankeen.sqlite')).includes(ANN.email)).toBe(false);
});

test('[T55] [AU5] a backup holds no question that a passkey has to answer', async () => {
  await withServer(async (server) => {
    const asked = await server.call('POST', '/account/passkeys/ask', { purpose: 'sign-in' });
    const { options } = (await asked.json()) as { options: { challenge: string } };
    expect(options.challenge.length).toBeGreaterThan(20);
    const backup = readFileSync(join(folder, 'backups', await createBackup(server)));
    const files = readdirSync(folder).filter((name) => name.startsWith('accounts.sqlite'));
    expect(files.some((name) => readFileSync(join(folder, name)).includes(options.challenge))).toBe(true);
    expect(backup.includes(options.challenge)).toBe(false);
  });
});

test('[RT3] accounts that exist stay when the data is restored: they are newer than the backup', async () => {
  const { backup } = await backUpShop();
  const bo = { ...ANN, email: 'bo@example.com' };
  await withServer((server) => signUp(server, bo));
  expect(await restore(backup)).toMatchObject({ hasRestoredAccounts: false, accountsKeptAs: null });
  await withServer(async (server) => {
    for (const person of [ANN, bo]) expect((await signIn(server, person)).status).toBe(200);
  });
});

test('[RT3] the accounts alone can be restored; the data stays, and the previous accounts are kept', async () => {
  const { backup } = await backUpShop();
  const bo = { ...ANN, email: 'bo@example.com' };
  await withServer(async (server) => {
    await signUp(server, bo);
    await server.call('DELETE', '/testing/data/products/a', undefined, AS_ADMIN);
  });
  const { keptAs, accountsKeptAs } = await restore(backup, 'accounts');
  expect(keptAs).toBeNull();
  await withServer(async (server) => {
    expect((await signIn(server)).status).toBe(200);
    expect((await signIn(server, bo)).status).toBe(401);
    expect(await readProduct(server)).toBe(404);
  });
  const previous = new Database(accountsKeptAs ?? '', { readonly: true });
  expect(previous.prepare('SELECT email FROM user ORDER BY email').pluck().all()).toEqual([
    ANN.email,
    bo.email,
  ]);
  previous.close();
});

test('[RT3] a copy of the data alone has no accounts to restore, and nothing is changed', async () => {
  await backUpShop();
  const copy = join(root, 'data-alone.sqlite');
  writeFileSync(copy, readFileSync(join(folder, 'nankeen.sqlite')));
  const before = readFileSync(join(folder, 'accounts.sqlite'));
  await expect(restore(copy, 'accounts')).rejects.toMatchObject({
    code: 'failed-precondition',
    message: expect.stringContaining('contains no accounts'),
  });
  expect(readFileSync(join(folder, 'accounts.sqlite')).equals(before)).toBe(true);
  expect(readdirSync(folder).filter((name) => /incoming|before-restore/.test(name))).toEqual([]);
});

test('[F04] accounts that were damaged in the backup are not restored, and nothing is changed', async () => {
  const { backup } = await backUpShop();
  const bytes = readFileSync(backup);
  // In the middle of the copied accounts, which no check of the outer file sees.
  bytes.fill(0x20, bytes.indexOf(ANN.email), bytes.indexOf(ANN.email) + ANN.email.length);
  writeFileSync(backup, bytes);
  rmSync(join(folder, 'accounts.sqlite'));
  const before = readFileSync(join(folder, 'nankeen.sqlite'));
  await expect(restore(backup)).rejects.toMatchObject({ code: 'data-loss' });
  expect(existsSync(join(folder, 'accounts.sqlite'))).toBe(false);
  expect(readFileSync(join(folder, 'nankeen.sqlite')).equals(before)).toBe(true);
});

test('[F04] what a killed server left of a backup is removed with the next one', async () => {
  await backUpShop();
  const left = 'nankeen-2026-01-01T00-00-00Z.sqlite.partial';
  writeFileSync(join(folder, 'backups', left), 'half a backup');
  await withServer(createBackup);
  expect(readdirSync(join(folder, 'backups'))).not.toContain(left);
});

test('[ML1] [T11] a backup holds no link of a mail that waits, and no trace of one that was sent', async () => {
  await withServer(async (server) => {
    const { storage, mails } = server.context;
    await signUp(server);
    const [waiting] = await storage.mails.list({ limit: 1 });
    const token = String(waiting?.facts['token']);
    expect(token).toMatch(/^\w{20}$/);
    const sentToken = 'sentsentsentsentsent';
    const facts = { token: sentToken, minutes: 10 };
    await mails.queue({ key: 'sent', template: 'reset', to: ANN.email, facts });
    const sent = await storage.mails.find('sent');
    if (sent) await storage.mails.put({ ...sent, state: 'sent', facts: { ...facts, token: null } });
    const plain = { key: 'plain', template: 'account-exists', to: ANN.email, facts: {} } as const;
    await mails.queue(plain);
    expect((await server.call('POST', '/admin/backups', undefined, AS_ADMIN)).status).toBe(200);
    const [backup = ''] = readdirSync(join(folder, 'backups'));
    const file = join(folder, 'backups', backup);
    const content = readFileSync(file);
    expect(content.includes(token)).toBe(false);
    expect(content.includes(sentToken)).toBe(false);
    const copy = new Database(file, { readonly: true });
    expect(copy.prepare('SELECT key FROM mail ORDER BY key').pluck().all()).toEqual(['plain', 'sent']);
    copy.close();
  });
});
