import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '#server/stores/sqlite/back-up.ts';
import { createSqliteAccountTables } from '#server/stores/sqlite/account-tables.ts';
import { openAccountsDatabase } from '#server/stores/sqlite/open-accounts-database.ts';
import { openDatabase, type DatabasePair } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { pushRows, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { NEXT_MIGRATIONS } from '../support/next-version.ts';
import { SAID } from './power-cut-events.ts';

/**
 * The recorded server: it creates the file, handles pushes of four devices at once and stops. Its next version takes
 * the file over, handles more pushes during a backup, and ends as if killed. It reports `asked` before each push, `heard`
 * after each verdict, and `counted` after each write to the accounts' file.
 */
const [, , folder = '', pushes = '', checkpointPages = ''] = process.argv;
const DEVICES = ['ada', 'ben', 'cal', 'dee'];
const DOCUMENTS = 5;
const FILE = join(folder, 'data.sqlite');
const share = Math.ceil(Number(pushes) / DEVICES.length / 2);

const accounts = openAccountsDatabase(join(folder, 'accounts.sqlite'));
accounts.pragma(`wal_autocheckpoint = ${checkpointPages}`);
const counts = createSqliteAccountTables(accounts);
const said = openSync(join(folder, SAID), 'a');
const newest = new Map<string, string>();
const say = (word: string, writeIds: readonly string[]) => writeSync(said, `${word} ${writeIds.join(' ')}\n`);

function open(migrations?: readonly string[]): {
  readonly database: DatabasePair;
  readonly server: CoreServer;
} {
  const database = openDatabase(FILE, migrations);
  database.writer.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  return { database, server: createCoreServer(createSqliteStore(database)) };
}

async function push(server: CoreServer, device: string, count: number): Promise<void> {
  const rows = [0, 1].map((place) => {
    const id = `${device}-${(count + place) % DOCUMENTS}`;
    const writeId = `${device}.${count}.${place}`;
    const base = newest.get(id);
    // Of one page, of several, of many.
    const content = enquiryContent(`${writeId} ${'x'.repeat((count * 977) % 9000)}`);
    return { id, writeId, row: row(id, writeId, content, base === undefined ? {} : { base }) };
  });
  const refusedId = `${device}.${count}.r`;
  const refused = row(`${device}-refused`, refusedId, { ...enquiryContent(), contactEmail: '' });
  const writeIds = [...rows.map(({ writeId }) => writeId), refusedId];
  say('asked', writeIds);
  const answer = await pushRows(server, { device }, 'contacts', [...rows.map((one) => one.row), refused]);
  const told = answer.verdicts.map(({ verdict }) => verdict).join();
  if (told !== 'accepted,accepted,rejected') throw new Error(JSON.stringify(answer));
  say('heard', writeIds);
  for (const { id, writeId } of rows) newest.set(id, writeId);
  await counts.changeAttempts([refusedId], 0, () => ({
    result: undefined,
    rows: [{ count: 1, endsAt: count + 1 }],
  }));
  await counts.flush();
  say('counted', [refusedId]);
}

async function pushAll(server: CoreServer, from: number): Promise<void> {
  await Promise.all(
    DEVICES.map(async (device) => {
      for (let count = from; count < from + share; count++) await push(server, device, count);
    }),
  );
}

const first = open();
await pushAll(first.server, 0);
await first.server.store.close();
const second = open(NEXT_MIGRATIONS);
await Promise.all([
  pushAll(second.server, share),
  backUp(second.database.writer, join(folder, 'backup.sqlite')).then(() => say('backed-up', [])),
]);
process.exit(0);
