import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { createSqliteAccountTables } from '#server/stores/sqlite/account-tables.ts';
import { openAccountsDatabase } from '#server/stores/sqlite/open-accounts-database.ts';
import { NEXT_MIGRATIONS } from '../support/next-version.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import type { PowerCut } from './power-cuts.ts';

/** The server's messages before the power failed. */
interface Said {
  /** Writes pushed to it. */
  readonly asked: ReadonlySet<string>;
  /** Writes it had acknowledged or refused. */
  readonly heard: ReadonlySet<string>;
  /** Counted entries in the accounts' file. */
  readonly counted: ReadonlySet<string>;
  readonly isBackedUp: boolean;
}

/** A backup, and the copy kept before an update changes the tables. */
const COPIES = ['backup.sqlite', `data.sqlite.version-${NEXT_MIGRATIONS.length}`];

/** Opens the files left by a power cut, as a server would. @returns the broken invariants */
export function checkImage({ folder, image, said: lines }: PowerCut): readonly string[] {
  const said = toSaid(lines);
  const breaches = checkFile(join(folder, 'data.sqlite'), said, said.heard);
  breaches.push(...checkAccounts(join(folder, 'accounts.sqlite'), said.counted));
  if (said.isBackedUp && !image.has('backup.sqlite')) breaches.push('a finished backup is gone');
  // A backup under its final name is complete, whenever the power fails.
  for (const name of COPIES.filter((copy) => image.has(copy))) {
    breaches.push(...checkFile(join(folder, name), said, []).map((what) => `${name}: ${what}`));
  }
  return breaches;
}

function toSaid(lines: readonly string[]): Said {
  const wordsOf = (wanted: string) =>
    new Set(lines.flatMap((line) => (line.startsWith(`${wanted} `) ? line.trim().split(' ').slice(1) : [])));
  return {
    asked: wordsOf('asked'),
    heard: wordsOf('heard'),
    counted: wordsOf('counted'),
    isBackedUp: lines.some((line) => line.startsWith('backed-up')),
  };
}

function checkFile(file: string, { asked }: Said, heard: Iterable<string>): string[] {
  let pair;
  try {
    pair = openDatabase(file, NEXT_MIGRATIONS);
  } catch (cause) {
    return [`it doesn’t open: ${(cause as Error).message}`];
  }
  try {
    const breaches = CHECKS.flatMap(([sql, what]) =>
      ask(pair.writer, sql).map((found) => `${what}: ${found}`),
    ).filter((breach) => breach !== 'integrity: ok');
    const stored = new Set(ask(pair.writer, STORED));
    for (const writeId of heard) if (!stored.has(writeId)) breaches.push(`said, but lost: ${writeId}`);
    for (const writeId of stored) {
      if (!asked.has(writeId)) breaches.push(`never asked for: ${writeId}`);
      // All rows of a push, the refused one too, are in one transaction.
      const push = writeId.slice(0, -1);
      if (!['0', '1', 'r'].every((place) => stored.has(push + place))) breaches.push(`half a push: ${push}`);
    }
    return breaches;
  } finally {
    pair.reader.close();
    pair.writer.close();
  }
}

/** The accounts' file has the same settings: every acknowledged entry is in it. */
function checkAccounts(file: string, counted: ReadonlySet<string>): readonly string[] {
  let database;
  try {
    database = openAccountsDatabase(file);
  } catch (cause) {
    return [`the accounts’ file doesn’t open: ${(cause as Error).message}`];
  }
  createSqliteAccountTables(database);
  const stored = new Set(ask(database, 'SELECT key FROM attempt'));
  const integrity = ask(database, 'PRAGMA integrity_check').filter((found) => found !== 'ok');
  database.close();
  return [
    ...integrity.map((found) => `the accounts’ integrity: ${found}`),
    ...[...counted].filter((key) => !stored.has(key)).map((key) => `counted, but lost: ${key}`),
  ];
}

function ask(database: Database, sql: string): readonly string[] {
  return database.prepare<[]>(sql).pluck().all().map(String);
}

/** Every write with a known verdict: accepted ones are in history, refused ones among the verdicts. */
const STORED = `SELECT writeId FROM history NOT INDEXED UNION ALL SELECT writeId FROM verdict WHERE verdict = 'rejected'`;

const CHECKS: readonly (readonly [sql: string, what: string])[] = [
  ['PRAGMA integrity_check', 'integrity'],
  [
    'SELECT writeId FROM history NOT INDEXED GROUP BY writeId HAVING COUNT(*) > 1',
    'in history more than once',
  ],
  [
    `SELECT COALESCE(head.id, newest.id)
     FROM (SELECT collection, documentId AS id, MAX(sequence) AS sequence FROM history GROUP BY 1, 2) AS newest
     FULL JOIN head ON head.collection = newest.collection AND head.id = newest.id
     WHERE head.sequence IS NOT newest.sequence`,
    'head and history differ about',
  ],
  [
    `SELECT writeId FROM (
       SELECT writeId, previous, LAG(sequence) OVER (PARTITION BY collection, documentId ORDER BY sequence) AS before FROM history)
     WHERE previous IS NOT before`,
    'doesn’t follow the entry before it',
  ],
  [
    `SELECT writeId FROM verdict WHERE verdict = 'accepted' AND writeId NOT IN (SELECT writeId FROM history)`,
    'accepted without an entry',
  ],
  [`SELECT writeId FROM history WHERE writeId LIKE '%.r'`, 'refused, but in history'],
  [
    `SELECT COALESCE(rejection.writeId, verdict.writeId) FROM rejection FULL JOIN verdict
     ON verdict.writeId = rejection.writeId WHERE verdict.verdict IS NOT 'rejected' OR rejection.writeId IS NULL`,
    'verdict and refused content differ about',
  ],
  [
    `SELECT sequence FROM history WHERE NOT EXISTS (
       SELECT 1 FROM batch WHERE first = history.batch AND history.sequence BETWEEN first AND last)`,
    'is in no batch',
  ],
  [
    `SELECT name FROM collection
     LEFT JOIN (SELECT collection, COUNT(*) AS entries FROM history GROUP BY 1) AS found ON found.collection = number
     LEFT JOIN (SELECT head.collection, SUM(deleted = 0) AS documents, SUM(deleted) AS deleted, SUM(octet_length(data)) AS bytes
       FROM head JOIN history USING (sequence) GROUP BY 1) AS held ON held.collection = number
     WHERE (collection.documents, collection.deleted, collection.entries, collection.bytes) IS NOT
       (COALESCE(held.documents, 0), COALESCE(held.deleted, 0), COALESCE(found.entries, 0), COALESCE(held.bytes, 0))`,
    'is miscounted',
  ],
  ['SELECT MAX(sequence) FROM history HAVING MAX(sequence) > COUNT(*)', 'sequences have a gap below'],
  [
    `SELECT writeId FROM history WHERE json_extract(data, '$.contactMessage') NOT LIKE writeId || ' %'`,
    'another write’s content',
  ],
  [
    `WITH entry AS (
       SELECT history.*, COALESCE(history.at, batch.at) AS time FROM history JOIN batch ON batch.first = history.batch)
     SELECT later.writeId FROM entry AS later JOIN entry AS earlier
     ON earlier.documentId = later.documentId AND earlier.sequence < later.sequence WHERE earlier.time >= later.time`,
    'its key is not later than an earlier one',
  ],
];
