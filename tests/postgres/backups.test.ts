import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toMailRow } from '#server/mail/new-mail.ts';
import { createPostgresBackups } from '#server/stores/postgres/backups.ts';
import { createConnections, type Connections } from '#server/stores/postgres/connections.ts';
import { copyFromSqlite } from '#server/stores/postgres/copy-from-sqlite.ts';
import { openPostgresStores } from '#server/stores/postgres/open-stores.ts';
import { openTables } from '#server/stores/postgres/open-tables.ts';
import { markRestored, restoreBackup } from '#server/stores/sqlite/restore-backup.ts';
import { createScheduledBackups } from '#server/upkeep/scheduled-backups.ts';
import { put } from '../contracts/document-store-writes.ts';
import { ANN, createAccountWorld, newestLink, newestToken } from '../support/account-world.ts';
import { dataPath, errorIn, pullPage, pushRow, row } from '../support/core-calls.ts';
import { createCoreServer } from '../support/core-server.ts';
import { nameTestSchema, openTestPostgres } from '../support/postgres-store.ts';
import { enquiryContent } from '../support/samples.ts';
import { silentLog } from '../support/silent-log.ts';
import { openSqliteStores } from '../support/sqlite-stores.ts';
import { createTestClock } from '../support/test-clock.ts';

const ADA = { device: 'ada' };
const FILE = 'c'.repeat(32);

let folder: string;
let opened: Awaited<ReturnType<typeof openTestPostgres>>;
let connections: Connections;
let accounts: Connections;
const clock = createTestClock();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-backups-'));
  opened = await openTestPostgres(clock);
  connections = createConnections(opened);
  accounts = createConnections({ ...opened, schema: `${opened.schema}_accounts` });
});
afterEach(async () => {
  await Promise.all([connections.close(), accounts.close()]);
  await opened.dispose();
  rmSync(folder, { recursive: true, force: true });
});
const at = (...names: readonly string[]) => join(folder, ...names);
const backupsOf = (to: Connections) =>
  createPostgresBackups({ connections: to, accounts, folder: at('backups'), clock });

test('[F66] [T55] a backup of PostgreSQL is a file like any other, without links, and restores into a data folder', async () => {
  const { documents, files, mails } = opened.stores;
  await put(documents, { id: 'one' }, { id: 'two' });
  const picture = { bucket: 'product-pictures', state: 'stored', reason: null, bytes: 3 } as const;
  await files.put({ ...picture, id: FILE, width: 480, height: 320, by: null, at: 0, storedAt: 0 });
  const mail = { template: 'account-exists', to: 'a@example.com', facts: {} } as const;
  await mails.add(toMailRow({ ...mail, key: 'plain' }, 1000));
  await mails.add({ ...toMailRow({ ...mail, key: 'link' }, 1000), facts: { token: 'secret' } });
  const backups = backupsOf(connections);
  const { sha256, ...made } = await backups.create({ isScheduled: true });
  expect(made).toMatchObject({ sequence: 2, isScheduled: true });
  expect(await backups.list()).toEqual([made]);
  const stream = (await backups.open(made.name)) ?? expect.fail('no backup');
  expect(
    createHash('sha256')
      .update(await buffer(stream))
      .digest('hex'),
  ).toBe(sha256);
  expect(await backups.files(made.name)).toEqual(expect.arrayContaining([expect.stringContaining(FILE)]));
  expect(readdirSync(at('backups'))).toEqual([made.name]);
  expect(statSync(at('backups', made.name)).mode & 0o777).toBe(0o600);

  const restored = await restoreBackup(folder, at('backups', made.name), { part: 'data', clock });
  expect(restored).toMatchObject({ sequence: 2, hasRestoredAccounts: true });
  const sqlite = openSqliteStores(at('nankeen.sqlite'), clock);
  expect(
    await sqlite.store.list({ collection: 'contacts', scope: 'everything', afterId: '', limit: 9 }),
  ).toEqual(await documents.list({ collection: 'contacts', scope: 'everything', afterId: '', limit: 9 }));
  expect((await sqlite.mails.list({ limit: 9 })).map(({ key }) => key)).toEqual(['plain']);
  expect(sqlite.store.restoredTo).toEqual(new Map([[documents.epoch, 2]]));
  await sqlite.close();
  expect(await backups.delete(made.name)).toBe(true);
});

test('[RT3] a backup that is restored into PostgreSQL begins a new epoch, which tells devices what it lacks', async () => {
  const before = createCoreServer(opened.stores.documents, clock);
  const enquire = (id: string) => pushRow(before, ADA, 'contacts', row(id, `w-${id}`, enquiryContent(id)));
  await enquire('one');
  const { name } = await backupsOf(connections).create();
  await enquire('two');
  const { checkpoint } = await pullPage(before, ADA, 'contacts');

  copyFileSync(at('backups', name), at('incoming.sqlite'));
  markRestored(at('incoming.sqlite'));
  const schema = nameTestSchema();
  const target = createConnections(schema);
  await openTables(target, schema);
  await copyFromSqlite(target, at('incoming.sqlite'));
  await target.close();
  const stores = await openPostgresStores({ ...schema, clock });
  const after = createCoreServer(stores.documents, clock);
  const response = await after.request(dataPath(`contacts/pull?after=${checkpoint}`), { as: ADA });
  expect(response.status).toBe(409);
  expect(await errorIn(response)).toMatchObject({ reason: 'RESET', restoredTo: 1 });
  await stores.close();
  await schema.drop();
});

test('[F66] [T55] a backup of PostgreSQL has the accounts, but signs nobody in', async () => {
  const node = await openPostgresStores({ ...opened, clock });
  const parts = { accounts: node.accounts, staffGrants: node.staffGrants };
  const world = await createAccountWorld({ clock, parts });
  await world.signUp();
  await world.staffGrants.grant({ email: 'kim@shop.example', role: 'manager', at: 1, by: 'admin' });
  await world.call('POST', '/api/v1/account/reset', { email: ANN.email });
  await expect.poll(() => newestLink(world.mails)).toContain('/reset');
  const { account } = await world.session();
  const { name } = await node.backupsIn(at('backups')).create();
  expect((await world.session()).account).toEqual(account);
  await world.close();
  await node.close();

  mkdirSync(at('data'));
  await restoreBackup(at('data'), at('backups', name), { part: 'data', clock });
  const restored = await createAccountWorld({ folder: at('data'), clock });
  const browser = restored.newBrowser();
  for (const [cookie, value] of world.jar) browser.jar.set(cookie, value);
  expect((await browser.session()).account).toBeNull();
  const reset = { token: newestToken(world.mails), password: 'another horse 7' };
  expect((await restored.call('POST', '/api/v1/account/reset/confirm', reset)).status).toBe(412);
  expect((await browser.signIn(ANN.email, ANN.password)).status).toBe(200);
  expect((await browser.session()).account?.id).toBe(account?.id);
  expect(restored.staffGrants.roleOf('kim@shop.example')).toBe('manager');
  await restored.close();
});

test('[F04] a backup that fails leaves nothing', async () => {
  await put(opened.stores.documents, { id: 'one' });
  const lost = createConnections(opened);
  const backups = backupsOf({ ...lost, read: () => Promise.reject(new Error('The connection is lost.')) });
  await expect(backups.create()).rejects.toThrow('The connection is lost.');
  expect(readdirSync(at('backups'))).toEqual([]);
  await lost.close();
});

test('[DB11] of two nodes that share a folder one makes the scheduled backup, and neither removes what the other writes', async () => {
  const nodes = await Promise.all([1, 2].map(() => openPostgresStores({ ...opened, clock })));
  const schedule = { everyMs: 86_400_000, keep: 3 };
  const alerts = { raise: async (alert: object) => expect.fail(JSON.stringify(alert)), end: () => undefined };
  const backUp = nodes.map(({ backupsIn, leases }) =>
    createScheduledBackups({
      backups: backupsIn(at('backups')),
      leases,
      schedule,
      alerts,
      clock,
      log: silentLog,
    }),
  );
  mkdirSync(at('backups'));
  const [others, left] = ['others.sqlite.partial', 'left.sqlite.partial'];
  for (const name of [others, left]) writeFileSync(at('backups', name), 'half a backup');
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(at('backups', left), longAgo, longAgo);
  for (const turn of [backUp, backUp.toReversed()]) await Promise.all(turn.map((run) => run()));
  expect(readdirSync(at('backups')).toSorted()).toEqual([expect.stringContaining('-scheduled'), others]);
  await Promise.all(nodes.map((node) => node.close()));
});
