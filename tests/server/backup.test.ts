import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toChecksum } from '#shared/sync/checksum.ts';
import { backUp } from '#server/stores/sqlite/back-up.ts';
import { markRestored } from '#server/stores/sqlite/restore-backup.ts';
import { openDatabase, type DatabasePair } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { dataPath, errorIn, pullPage, pushRow, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';

const ADA = { device: 'ada' };

interface Shop {
  readonly database: DatabasePair;
  readonly server: CoreServer;
}

let folder: string;
let shop: Shop;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-backup-'));
  shop = open('data.sqlite');
});
afterEach(async () => {
  await shop.server.store.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);
function open(name: string): Shop {
  const database = openDatabase(at(name));
  return { database, server: createCoreServer(createSqliteStore(database)) };
}
const backUpTo = (name: string) => backUp(shop.database.writer, at(name));
let writes = 0;
const enquire = ({ server }: Shop, id: string, base?: string) => {
  const writeId = `${id}-${++writes}`;
  const content = enquiryContent(`${writeId} ${'x'.repeat(3000)}`);
  return pushRow(server, ADA, 'contacts', row(id, writeId, content, base ? { base } : {}));
};

/** Pushes creates and edits while `isWanted`. @returns their number */
async function pushWhile(isWanted: () => boolean): Promise<number> {
  const newest = new Map<string, string>();
  let count = 0;
  for (; isWanted(); count++) {
    const id = `d${count % 7}`;
    const { verdict, writeId } = await enquire(shop, id, newest.get(id));
    expect(verdict).toBe('accepted');
    newest.set(id, writeId);
    // Lets the backup take its next step.
    await new Promise(setImmediate);
  }
  return count;
}

interface Entry {
  readonly sequence: number;
  readonly documentId: string;
  readonly writeId: string;
  readonly data: string;
}

const historyIn = ({ reader }: DatabasePair): readonly Entry[] =>
  reader
    .prepare<[], Entry>('SELECT sequence, documentId, writeId, data FROM history ORDER BY sequence')
    .all();

test('[F66] a backup taken during writes is a complete snapshot, and opens like any data file', async () => {
  for (let count = 0; count < 300; count++) await enquire(shop, `old${count}`);
  let isDone = false;
  const backup = backUpTo('backup.sqlite').then(() => (isDone = true));
  const pushed = await pushWhile(() => !isDone);
  await backup;
  expect(pushed).toBeGreaterThan(2);
  await enquire(shop, 'after');
  const copy = open('backup.sqlite');
  expect(copy.database.writer.pragma('integrity_check', { simple: true })).toBe('ok');
  const kept = historyIn(copy.database);
  expect(kept.length).toBeGreaterThanOrEqual(300);
  expect(kept).toEqual(historyIn(shop.database).slice(0, kept.length));
  const newest = new Map(kept.map(({ documentId, writeId }) => [documentId, { id: documentId, writeId }]));
  expect(await copy.server.store.checksum('contacts', 'everything')).toEqual({
    ...toChecksum(newest.values()),
    sequence: kept.length,
  });
  await copy.server.store.close();
});

test('[F04] a backup gets its name once it is complete; until then the previous one stays', async () => {
  for (let count = 0; count < 100; count++) await enquire(shop, `d${count}`);
  writeFileSync(at('backup.sqlite'), 'the backup of yesterday');
  writeFileSync(at('backup.sqlite.partial'), 'what a killed server left');
  let isDone = false;
  const backup = backUpTo('backup.sqlite').then(() => (isDone = true));
  let looks = 0;
  for (; !isDone; looks++) {
    if (existsSync(at('backup.sqlite.partial'))) {
      expect(readFileSync(at('backup.sqlite'), 'utf8')).toBe('the backup of yesterday');
    }
    await new Promise(setImmediate);
  }
  await backup;
  expect(looks).toBeGreaterThan(1);
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup.sqlite']);
  const copy = open('backup.sqlite');
  expect(historyIn(copy.database)).toHaveLength(100);
  await copy.server.store.close();
});

test('[F04] a failed backup keeps the previous one', async () => {
  await enquire(shop, 'one');
  writeFileSync(at('backup.sqlite'), 'the backup of yesterday');
  const broken = backUpTo('backup.sqlite');
  shop.database.writer.close();
  await expect(broken).rejects.toThrow();
  expect(readFileSync(at('backup.sqlite'), 'utf8')).toBe('the backup of yesterday');
  shop.database.reader.close();
  shop = open('data.sqlite');
});

test('[T55] only the server’s user may read a backup', async () => {
  await backUpTo('backup.sqlite');
  expect(statSync(at('backup.sqlite')).mode & 0o777).toBe(0o600);
});

test('[F61] a backup opened elsewhere has another epoch: devices get RESET, and the two never mix', async () => {
  await enquire(shop, 'one');
  await backUpTo('elsewhere.sqlite');
  await enquire(shop, 'two');
  const here = await pullPage(shop.server, ADA, 'contacts');
  markRestored(at('elsewhere.sqlite'));
  const other = open('elsewhere.sqlite');
  await enquire(other, 'three');
  const there = await pullPage(other.server, ADA, 'contacts');
  expect(other.server.store.epoch).not.toBe(shop.server.store.epoch);

  const pullFrom = ({ server }: Shop, after: string) =>
    server.request(dataPath(`contacts/pull?after=${after}`), { as: ADA });
  // The device knows sequences that the copy lacks: those above 1.
  const moved = await pullFrom(other, here.checkpoint);
  expect(moved.status).toBe(409);
  expect(await errorIn(moved)).toMatchObject({ reason: 'RESET', restoredTo: 1 });
  const back = await pullFrom(shop, there.checkpoint);
  expect(back.status).toBe(409);
  expect(await errorIn(back)).not.toHaveProperty('restoredTo');
  expect((await pullFrom(shop, here.checkpoint)).status).toBe(200);
  await other.server.store.close();
});
