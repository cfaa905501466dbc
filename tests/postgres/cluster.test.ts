import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CSRF_HEADER, readCsrfCookie } from '#shared/api/routes.ts';
import type { Installation, Session } from '#shared/api/messages.ts';
import type { PullPage, PushResponse } from '#shared/sync/messages.ts';
import { createId } from '#shared/kernel/ids.ts';
import { PUSH, row } from '../support/core-calls.ts';
import { queryPostgres, testDatabase } from '../support/postgres-store.ts';
import { CLI_PROGRAM } from '../support/programs.ts';
import { enquiryContent } from '../support/samples.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { createStreamReader } from '../support/stream-reader.ts';

const schema = `cluster_${randomBytes(4).toString('hex')}`;
const ENDPOINT = '/testing/data';

describe('a cluster of two servers', () => {
  let files: string;
  let one: ShopServer;
  let two: ShopServer;
  let device: Readonly<Record<string, string>>;

  const start = (name: string, folder = files) =>
    startShopServer({
      DATABASE_URL: testDatabase(),
      DATABASE_SCHEMA: schema,
      FILES_DIR: folder,
      NODE_NAME: name,
      DRAIN_SECONDS: '8',
    });
  const call = (node: ShopServer, path: string, headers: Readonly<Record<string, string>>, json?: object) =>
    fetch(`${node.origin}/api/v1${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    });
  async function push(node: ShopServer, id: string): Promise<PushResponse> {
    const response = await call(node, PUSH, device, { rows: [row(id, `write-${id}`, enquiryContent())] });
    return (await response.json()) as PushResponse;
  }
  async function pullIds(node: ShopServer): Promise<readonly string[]> {
    const response = await call(node, `${ENDPOINT}/contacts/pull?limit=100`, device);
    return ((await response.json()) as PullPage).documents.map(({ FBUID }) => FBUID);
  }

  beforeAll(async () => {
    files = mkdtempSync(join(tmpdir(), 'nankeen-cluster-'));
    // Both meet an empty database.
    [one, two] = await Promise.all([start('one'), start('two')]);
    const body = { fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' };
    const { authToken } = (await (await call(one, '/installations', {}, body)).json()) as Installation;
    device = { authorization: `Bearer ${authToken.token}` };
  });
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()]);
    rmSync(files, { recursive: true, force: true });
    await queryPostgres(`DROP SCHEMA ${schema} CASCADE`);
    await queryPostgres(`DROP SCHEMA ${schema}_accounts CASCADE`);
  });

  test('[DB13] nodes that start at once on an empty database make the tables, the demo and its secrets once', async () => {
    expect([two.adminToken, two.accessCode, two.staff]).toEqual([one.adminToken, one.accessCode, one.staff]);
    const [first, second] = await Promise.all(
      [one, two].map(async (node) => (await call(node, '/health', {})).json()),
    );
    expect(second).toEqual(first);
    const products = (await (await one.admin(`${ENDPOINT}/products/pull?limit=200`)).json()) as PullPage;
    expect(first).toMatchObject({ status: 'ok', sequence: products.documents.length });
  });

  test('[DB6] [ST1] what is written on one node is read on the other, and an open stream there hears of it', async () => {
    const admin = { authorization: `Bearer ${two.adminToken}` };
    const stream = createStreamReader(await call(two, `${ENDPOINT}/stream`, admin));
    await stream.until('hello');
    expect(await push(one, 'enquiry-a')).toMatchObject({ verdicts: [{ verdict: 'accepted' }] });
    const heard = await stream.until('poke');
    expect(JSON.stringify(heard.at(-1))).toContain('contacts');
    await stream.cancel();
    expect(await pullIds(two)).toEqual(['enquiry-a']);
  });

  test('[PU3] a write that is sent again to another node is stored once', async () => {
    const first = await push(one, 'enquiry-b');
    expect(await push(two, 'enquiry-b')).toEqual(first);
    expect(await pullIds(one)).toEqual(['enquiry-a', 'enquiry-b']);
  });

  test('[DB7] [AU6] a session begun on one node holds on the other, and ends there when it ends here', async () => {
    const signIn = await call(one, '/auth/sign-in/email', { origin: one.origin }, one.staff);
    expect(signIn.status, await signIn.clone().text()).toBe(200);
    let cookie = toCookies(signIn);
    const roleOn = async (node: ShopServer) => {
      const response = await call(node, '/session', { cookie });
      const { account, role } = (await response.json()) as Session;
      cookie = [cookie, toCookies(response)].filter(Boolean).join('; ');
      return account ? role : 'signed out';
    };
    expect(await roleOn(two)).toBe('manager');
    const token = readCsrfCookie(cookie) ?? '';
    const headers = { cookie, origin: two.origin, [CSRF_HEADER]: token };
    const signOut = await call(two, '/auth/sign-out', headers, {});
    expect(signOut.status, await signOut.text()).toBe(200);
    expect(await roleOn(one)).toBe('signed out');
  });

  test('[DB7] [T15] an access code that is changed on one node holds on the other within a second', async () => {
    const enter = async () => {
      const response = await call(two, '/access-code', device, { code: 'heron 777' });
      return ((await response.json()) as { readonly token: string | null }).token !== null;
    };
    expect(await enter()).toBe(false);
    const change = await one.admin('/admin/access-code', { method: 'PUT', json: { code: 'heron 777' } });
    expect(change.status).toBe(200);
    await expect.poll(enter).toBe(true);
  });

  test('[R-MIG-05] a command opens the database by its address, beside the nodes', async () => {
    const environment = { ...process.env, DATABASE_SCHEMA: schema, FILES_DIR: files };
    const words = [CLI_PROGRAM, 'collections', '--db', testDatabase(), '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env: environment });
    const { collections } = JSON.parse(stdout) as {
      readonly collections: readonly { readonly name: string; readonly documents: number }[];
    };
    expect(collections.find(({ name }) => name === 'contacts')?.documents).toBe(2);
  });

  test.each([
    ['no folder of files', () => '', 'Set FILES_DIR to the folder with the files of this database'],
    ['another one', () => toFolder(), /FILES_DIR \(.*\) is not the folder with this database’s files/],
    [
      'one that can’t be read',
      () => toFolder('{'),
      /nankeen-files\.json can’t be read\. Nothing was changed/,
    ],
  ])(
    '[R-MIG-05] a command on the database with %s changes nothing, and says why',
    async (_what, at, text) => {
      const environment = { ...process.env, DATABASE_SCHEMA: schema, FILES_DIR: at() };
      const words = [CLI_PROGRAM, 'collections', '--db', testDatabase()];
      await expect(promisify(execFile)(process.execPath, words, { env: environment })).rejects.toThrow(text);
    },
  );

  test('[DB1] [DB4] a node that is killed loses nothing that it acknowledged, and the other goes on', async () => {
    await push(one, 'enquiry-c');
    await one.kill();
    await push(two, 'enquiry-d');
    expect(await pullIds(two)).toEqual(['enquiry-a', 'enquiry-b', 'enquiry-c', 'enquiry-d']);
    await one.restart();
    expect(await pullIds(one)).toEqual(await pullIds(two));
  });

  test('a node that stops says that it is not ready before it ends its streams', async () => {
    const stream = createStreamReader(await call(one, `${ENDPOINT}/stream`, device));
    await stream.until('hello');
    const ended = one.end();
    await expect.poll(async () => (await call(one, '/ready', {})).status).toBe(503);
    expect(await (await call(one, '/ready', {})).json()).toMatchObject({ error: { reason: 'stopping' } });
    expect(await push(one, 'enquiry-e')).toMatchObject({ verdicts: [{ verdict: 'accepted' }] });
    await stream.until('end');
    await ended;
    expect(await pullIds(two)).toContain('enquiry-e');
  });

  test('a node whose folder of files is another one does not start, and says what to do', async () => {
    const other = mkdtempSync(join(tmpdir(), 'nankeen-other-'));
    await expect(start('three', other)).rejects.toThrow(/FILES_DIR .* is not the folder/);
    rmSync(other, { recursive: true });
  });
});

/** A temporary folder. @param marker what says which database its files belong to */
function toFolder(marker?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-other-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (marker !== undefined) writeFileSync(join(folder, 'nankeen-files.json'), marker);
  return folder;
}

/** The cookies that a response sets, as a browser sends them. */
function toCookies(response: Response): string {
  const cookies = response.headers.getSetCookie();
  return cookies.map((one) => one.split(';', 1)[0]).join('; ');
}
