import type { Database } from 'better-sqlite3';
import type { JsonObject } from '#shared/kernel/json.ts';
import type { MailFilter, MailRow, MailStore } from '#server/mail/mail-store.ts';

type Stored = Omit<MailRow, 'facts'> & { readonly facts: string };

const COLUMNS = [
  'key',
  'template',
  '"to"',
  'about',
  'facts',
  'state',
  'attempts',
  'queuedAt',
  'nextAt',
  'endsAt',
  'sentAt',
  'error',
];
const VALUES = `(${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name.replaceAll('"', '')}`).join(', ')})`;

/** Mails in the data file. */
export function createSqliteMails(database: Database): MailStore {
  const find = database.prepare<[string], Stored>('SELECT * FROM mail WHERE key = ?');
  const nextDue = database.prepare<[number], Stored>(
    `SELECT * FROM mail WHERE state = 'waiting' AND nextAt <= ? ORDER BY attempts, nextAt, key LIMIT 1`,
  );
  const nextAt = database
    .prepare<[], number | null>(`SELECT MIN(nextAt) FROM mail WHERE state = 'waiting'`)
    .pluck();
  // Not `REPLACE`: a mail that was erased while it was being sent stays erased.
  const put = database.prepare<[Stored]>(
    `UPDATE mail SET ${COLUMNS.map((name) => `${name} = @${name.replaceAll('"', '')}`).join(', ')} WHERE key = @key`,
  );
  const list = database.prepare<[object], Stored>(
    `SELECT * FROM mail
     WHERE "to" <> '' AND state = COALESCE(@state, state) AND (@about IS NULL OR about = @about)
     ORDER BY queuedAt DESC, key LIMIT @limit`,
  );
  const listTo = database.prepare<[string], Stored>(
    `SELECT * FROM mail WHERE lower("to") = lower(?) ORDER BY queuedAt DESC, key`,
  );
  const count = database.prepare<[string], number>('SELECT COUNT(*) FROM mail WHERE state = ?').pluck();
  const removeEnded = database.prepare<[number]>(
    `DELETE FROM mail WHERE state <> 'waiting' AND (queuedAt < ? OR "to" = '')`,
  );
  return {
    add: prepareMailWriter(database),
    find: (key) => toRow(find.get(key)),
    nextDue: (now) => toRow(nextDue.get(now)),
    nextAt: () => nextAt.get() ?? undefined,
    put: (row) => void put.run(toStored(row)),
    list: ({ state, about, limit }: MailFilter) =>
      list.all({ state: state ?? null, about: about ?? null, limit }).map(parse),
    listTo: (address) => listTo.all(address).map(parse),
    count: (state) => count.get(state) ?? 0,
    removeEnded: (before) => void removeEnded.run(before),
  };
}

/** Adds mails within a transaction of the caller. */
export function prepareMailWriter(database: Database): (row: MailRow) => void {
  const add = database.prepare<[Stored]>(`INSERT INTO mail ${VALUES} ON CONFLICT (key) DO NOTHING`);
  return (row) => void add.run(toStored(row));
}

function toStored(row: MailRow): Stored {
  return { ...row, facts: JSON.stringify(row.facts) };
}

function toRow(stored: Stored | undefined): MailRow | undefined {
  return stored && parse(stored);
}

function parse(stored: Stored): MailRow {
  return { ...stored, facts: JSON.parse(stored.facts) as JsonObject };
}
