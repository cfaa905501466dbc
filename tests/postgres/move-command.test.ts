import { execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import type { PullPage, PushResponse } from '#shared/sync/messages.ts';
import { createId } from '#shared/kernel/ids.ts';
import { moveToFolder, moveToPostgres } from '#server/stores/postgres/move.ts';
import { PUSH, row } from '../support/core-calls.ts';
import { countLockWaits, queryPostgres, testDatabase } from '../support/postgres-store.ts';
import { CLI_PROGRAM } from '../support/programs.ts';
import { enquiryContent } from '../support/samples.ts';
import { startShopServer, type RunningShop, type ShopServer } from '../support/shop-server.ts';

const schema = `moved_${randomBytes(4).toString('hex')}`;
let shop: ShopServer;
let folder: string;
/** The newest one that was run. */
let program: ChildProcess;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-moved-'));
  shop = await startShopServer();
});
afterEach(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
  await queryPostgres(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_accounts CASCADE`);
});

/** Runs `nankeen move`. @returns what it printed, as JSON or, if it failed, as text */
const move = (from: string, to: string, ...options: readonly string[]) =>
  runProgram('move', '--from', from, '--to', to, ...options);

function runProgram(...words: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  const parameters = [CLI_PROGRAM, ...words, '--yes', '--json'];
  const env = {
    ...process.env,
    DATABASE_URL: testDatabase(),
    DATABASE_SCHEMA: schema,
    FILES_DIR: shop.dataDir,
  };
  return new Promise((resolve) => {
    program = execFile(process.execPath, parameters, { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });
}

/** Makes everyone who creates a table in this database wait until it is released. */
async function holdNewTables() {
  const client = new pg.Client(testDatabase());
  await client.connect();
  await client.query(`
    SELECT pg_advisory_lock(1);
    CREATE FUNCTION wait_for_lock() RETURNS event_trigger LANGUAGE plpgsql
      AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); END $$;
    CREATE EVENT TRIGGER hold_new_tables ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
      EXECUTE FUNCTION wait_for_lock()`);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('DROP EVENT TRIGGER hold_new_tables; DROP FUNCTION wait_for_lock');
    await client.end();
  };
  // A test that fails earlier would hold those after it.
  onTestFinished(release);
  return { release };
}

const findSchemas = () => queryPostgres(`SELECT 1 FROM pg_namespace WHERE nspname LIKE '${schema}%'`);

function startNode(): Promise<ShopServer> {
  const files = { FILES_DIR: shop.dataDir };
  return startShopServer({
    DATABASE_URL: testDatabase(),
    DATABASE_SCHEMA: schema,
    ...files,
    DRAIN_SECONDS: '0',
  });
}

const epochOf = async ({ origin }: RunningShop) =>
  ((await (await fetch(`${origin}/api/v1/health`)).json()) as { readonly epoch: string }).epoch;

test('[R-MIG-05] [SQ1] [T15] a shop that moves to PostgreSQL and back goes on where it was: same devices, nothing to pull again, same accounts', async () => {
  const call = (to: RunningShop, path: string, headers: Readonly<Record<string, string>>, json?: object) =>
    fetch(`${to.origin}/api/v1${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    });
  const body = { fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' };
  const { authToken } = (await (await call(shop, '/installations', {}, body)).json()) as Installation;
  const device = { authorization: `Bearer ${authToken.token}` };
  const push = async (to: RunningShop, id: string) => {
    const rows = [row(id, `write-${id}`, enquiryContent())];
    return ((await (await call(to, PUSH, device, { rows })).json()) as PushResponse).verdicts;
  };
  const pull = async (to: RunningShop, after = '') => {
    const path = `/testing/data/contacts/pull?limit=100&after=${encodeURIComponent(after)}`;
    return (await (await call(to, path, device)).json()) as PullPage;
  };
  const signIn = async (to: RunningShop) =>
    (await call(to, '/auth/sign-in/email', { origin: to.origin }, shop.staff)).status;
  const accepted = [{ verdict: 'accepted' }];
  expect(await push(shop, 'a')).toMatchObject(accepted);
  const { checkpoint } = await pull(shop);
  const epoch = await epochOf(shop);

  const early = await move(shop.dataDir, testDatabase());
  expect([early.code, early.text]).toEqual([8, expect.stringContaining('Stop that process')]);
  await shop.end();
  const planned = JSON.parse((await move(shop.dataDir, testDatabase(), '--dry-run')).text) as object;
  expect(planned).toMatchObject({ ok: true, isDryRun: true });
  const moved = JSON.parse((await move(shop.dataDir, testDatabase())).text) as object;
  expect(moved).toEqual({ ...planned, isDryRun: false });
  const node = await startNode();
  expect([node.accessCode, node.staff, node.adminToken]).toEqual([
    shop.accessCode,
    shop.staff,
    shop.adminToken,
  ]);
  expect(await epochOf(node)).toBe(epoch);
  expect((await pull(node, checkpoint)).documents).toEqual([]);
  expect(await signIn(node)).toBe(200);
  expect(await push(node, 'a')).toMatchObject(accepted);
  expect(await push(node, 'b')).toMatchObject(accepted);
  expect((await pull(node, checkpoint)).documents.map(({ FBUID }) => FBUID)).toEqual(['b']);

  const running = await move(testDatabase(), join(folder, 'early'));
  expect([running.code, running.text]).toEqual([8, expect.stringContaining('Stop them first')]);
  expect(existsSync(join(folder, 'early'))).toBe(false);
  await node.stop();
  const back = join(folder, 'back');
  expect(JSON.parse((await move(testDatabase(), back, '--dry-run')).text)).toMatchObject({ ok: true });
  expect(existsSync(back)).toBe(false);
  expect(JSON.parse((await move(testDatabase(), back)).text)).toMatchObject({ ok: true });
  const again = await startShopServer({ DATA_DIR: back });
  expect(await epochOf(again)).toBe(epoch);
  expect((await pull(again, checkpoint)).documents.map(({ FBUID }) => FBUID)).toEqual(['b']);
  expect(await signIn(again)).toBe(200);
  await again.end();

  // Whoever goes on with the source tells its devices to bring what it lacks.
  await shop.restart();
  expect(await epochOf(shop)).not.toBe(epoch);
  const old = await startNode();
  expect(await epochOf(old)).not.toBe(epoch);
  await old.stop();
});

test('[R-MIG-05] a move into schemas that exist, or from a folder without data, changes nothing', async () => {
  await shop.end();
  await queryPostgres(`CREATE SCHEMA ${schema}`);
  const refused = await move(shop.dataDir, testDatabase());
  expect(refused.code).not.toBe(0);
  expect(refused.text).toContain(`The database has ${schema} already`);
  expect((await move(folder, testDatabase())).text).toContain('has no nankeen.sqlite');
  await queryPostgres(`DROP SCHEMA ${schema}`);
  expect(JSON.parse((await move(shop.dataDir, testDatabase())).text)).toMatchObject({ ok: true });
});

test('[R-MIG-05] a move to a folder that fails leaves nothing there, so it can be repeated', async () => {
  await shop.end();
  expect((await move(shop.dataDir, testDatabase())).code).toBe(0);
  const back = join(folder, 'back');
  await queryPostgres(`ALTER TABLE ${schema}.mail RENAME TO hidden`);
  expect((await move(testDatabase(), back)).code).not.toBe(0);
  expect(existsSync(back)).toBe(false);
  mkdirSync(back);
  writeFileSync(join(back, 'notes.txt'), 'kept');
  expect((await move(testDatabase(), back)).code).not.toBe(0);
  expect(readdirSync(back).filter((name) => /sqlite$|^notes/.test(name))).toEqual(['notes.txt']);
  await queryPostgres(`ALTER TABLE ${schema}.hidden RENAME TO mail`);
  expect((await move(testDatabase(), back)).code).toBe(0);
});

test('[R-MIG-05] an interrupted move takes back what it has done, and can be repeated', async () => {
  await shop.end();
  const interruption = new AbortController();
  const options = { url: testDatabase(), schema, interruption: interruption.signal };
  const first = await holdNewTables();
  const moved = moveToPostgres(shop.dataDir, options, shop.dataDir, { onCopied: () => undefined }).catch(
    (error: unknown) => error,
  );
  await expect.poll(countLockWaits).toBe(1);
  interruption.abort(new Error('Interrupted.'));
  await first.release();
  expect(await moved).toEqual(new Error('Interrupted.'));
  expect(await findSchemas()).toEqual([]);

  const second = await holdNewTables();
  const ended = move(shop.dataDir, testDatabase());
  await expect.poll(countLockWaits).toBe(1);
  program.kill('SIGINT');
  const interrupted = await ended;
  await second.release();
  expect(interrupted).toMatchObject({ code: 130, text: expect.stringContaining('Nothing was') as string });
  expect(await findSchemas()).toEqual([]);
  // A killed one can't take anything back.
  const third = await holdNewTables();
  const killed = move(shop.dataDir, testDatabase());
  await expect.poll(countLockWaits).toBe(1);
  program.kill('SIGKILL');
  await killed;
  await third.release();
  expect(await findSchemas()).toHaveLength(2);
  expect((await move(shop.dataDir, testDatabase())).code).toBe(0);
  expect(await findSchemas()).toHaveLength(2);
});

test('[R-GEN-10] a command on a database without a shop creates nothing there', async () => {
  const { code, text } = await runProgram('collections', '--db', testDatabase());
  expect([code, text]).toEqual([3, expect.stringContaining('Start a server on it first')]);
  expect(await findSchemas()).toEqual([]);
});

test('[R-GEN-10] a command on a database that can’t be used exits with the code that the table names', async () => {
  const at = (parts: Partial<URL>) => Object.assign(new URL(testDatabase()), parts).href;
  const codeOn = async (address: string) => (await runProgram('collections', '--db', address)).code;
  expect(await codeOn(at({ port: '1' }))).toBe(7);
  expect(await codeOn(at({ username: 'nobody' }))).toBe(6);
  expect(await codeOn(at({ pathname: '/none' }))).toBe(3);
  expect(await codeOn('postgres://127.0.0.1')).toBe(2);
  const { code, text } = await move(testDatabase(), join(folder, 'none'));
  expect([code, text]).toEqual([3, expect.stringContaining('so no shop')]);
});

test('[R-MIG-05] a move in either direction tells how many entries it has copied', async () => {
  await shop.end();
  const told: (readonly [number, number])[] = [];
  const onCopied = (entries: number, total: number) => void told.push([entries, total]);
  const options = { url: testDatabase(), schema };
  const { entries } = await moveToPostgres(shop.dataDir, options, shop.dataDir, { onCopied });
  await moveToFolder(options, join(folder, 'back'), { onCopied });
  expect(entries).toBeGreaterThan(0);
  expect(new Set(told.map(([, total]) => total))).toEqual(new Set([entries]));
  expect(told.filter(([copied]) => copied === entries)).toHaveLength(2);
});

test('[F66] a backup that is restored into a folder leaves the database of the settings as it is', async () => {
  const created = await shop.admin('/admin/backups', { method: 'POST' });
  const { name } = (await created.json()) as { readonly name: string };
  await shop.end();
  const restored = await runProgram('backup', 'restore', name, '--db', shop.dataDir);
  expect(JSON.parse(restored.text)).toMatchObject({ ok: true, folder: shop.dataDir });
  expect(await findSchemas()).toEqual([]);
});

test('[F66] [RT3] a backup that is restored into the database keeps the earlier tables and the accounts, and begins a new epoch', async () => {
  await shop.end();
  expect((await move(shop.dataDir, testDatabase())).code).toBe(0);
  const node = await startNode();
  const product = '/testing/data/products/recon-vtol';
  const statusOf = async (to: RunningShop) => (await to.admin(product)).status;
  const epoch = await epochOf(node);
  const { name } = (await (await node.admin('/admin/backups', { method: 'POST' })).json()) as {
    name: string;
  };
  expect((await node.admin(product, { method: 'DELETE' })).status).toBe(200);
  expect(await statusOf(node)).toBe(404);
  const early = await runProgram('backup', 'restore', name, '--db', testDatabase());
  expect(early.text).toContain('Stop them first');
  await node.stop();
  const held = await holdNewTables();
  const killed = runProgram('backup', 'restore', name, '--db', testDatabase());
  await expect.poll(countLockWaits).toBe(1);
  program.kill('SIGKILL');
  await killed;
  await held.release();
  // The shop is what it was until a restore has ended.
  expect(await queryPostgres(`SELECT count(*) AS found FROM ${schema}.head WHERE deleted = 1`)).toEqual([
    { found: '1' },
  ]);
  const restored = await runProgram('backup', 'restore', name, '--db', testDatabase());
  expect(JSON.parse(restored.text)).toMatchObject({ ok: true, hasRestoredAccounts: false, missingFiles: [] });
  const { keptAs } = JSON.parse(restored.text) as { keptAs: string };
  const deleted = await queryPostgres(`SELECT count(*) AS found FROM ${keptAs}.head WHERE deleted = 1`);
  expect(deleted).toEqual([{ found: '1' }]);
  const again = await startNode();
  expect(await statusOf(again)).toBe(200);
  expect(await epochOf(again)).not.toBe(epoch);
  expect([again.staff, again.accessCode, again.adminToken]).toEqual([
    node.staff,
    node.accessCode,
    node.adminToken,
  ]);
  const signedIn = await fetch(`${again.origin}/api/v1/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: again.origin },
    body: JSON.stringify(again.staff),
  });
  expect(signedIn.status).toBe(200);
  await again.stop();
  await queryPostgres(`DROP SCHEMA ${keptAs} CASCADE`);
});
