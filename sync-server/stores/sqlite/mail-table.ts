import type { Database } from 'better-sqlite3';
import type { JsonObject } from '#shared/kernel/json.ts';
import { MAIL_FIELDS, type MailFilter, type MailRow, type MailStore } from '#server/mail/mail-store.ts';

type Stored = Omit<MailRow, 'facts'> & { readonly facts: string };

const VALUES = `(${MAIL_FIELDS.map((name) => `"${name}"`).join(', ')}) VALUES (${MAIL_FIELDS.map((name) => `@${name}`).join(', ')})`;

const UPDATE = `UPDATE mail SET ${MAIL_FIELDS.map((name) => `"${name}" = @${name}`).join(', ')}`;

const NOT_CLAIMED = 'key NOT IN (SELECT value FROM json_each(?))';

const COUNT_ON = `UPDATE SET facts = json_set(facts, '$.count', facts ->> 'count' + excluded.facts ->> 'count')
  WHERE state = 'waiting' AND facts ->> 'count' IS NOT NULL`;

/** Mails in the data file. */
export function createSqliteMails(database: Database): MailStore {
  const find = database.prepare<[string], Stored>('SELECT * FROM mail WHERE key = ?');
  const nextDue = database.prepare<[now: number, claimed: string], Stored>(
    `SELECT * FROM mail WHERE state = 'waiting' AND nextAt <= ? AND ${NOT_CLAIMED} ORDER BY attempts, nextAt, key LIMIT 1`,
  );
  const nextAt = database
    .prepare<[claimed: string], number | null>(
      `SELECT MIN(nextAt) FROM mail WHERE state = 'waiting' AND ${NOT_CLAIMED}`,
    )
    .pluck();
  // Not `REPLACE`: a mail that was erased while it was being sent stays erased.
  const put = database.prepare<[Stored]>(`${UPDATE} WHERE key = @key`);
  const putResult = database.prepare<[Stored]>(`${UPDATE} WHERE key = @key AND state = 'waiting'`);
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
  const add = prepareMailWriter(database);
  const change = database.transaction((key: string, decide: (row: MailRow | undefined) => MailRow) => {
    const row = decide(toRow(find.get(key)));
    put.run(toStored(row));
    return row;
  });
  /**
   * When each claim ends, by key. Not on disk: no other process has the file, and after a kill the mail is due at once.
   */
  const claims = new Map<string, number>();
  const claimed = () => JSON.stringify([...claims.keys()]);
  return {
    add: async (row) => add(row),
    find: async (key) => toRow(find.get(key)),
    async claimDue(now, forMs) {
      for (const [key, end] of claims) if (end <= now) claims.delete(key);
      const row = toRow(nextDue.get(now, claimed()));
      if (row) claims.set(row.key, now + forMs);
      return row;
    },
    nextAt: async () => nextAt.get(claimed()) ?? undefined,
    async put(row) {
      putResult.run(toStored(row));
      claims.delete(row.key);
    },
    change: async (key, decide) => change.immediate(key, decide),
    list: async ({ state, about, limit }: MailFilter) =>
      list.all({ state: state ?? null, about: about ?? null, limit }).map(parse),
    listTo: async (address) => listTo.all(address).map(parse),
    count: async (state) => count.get(state) ?? 0,
    removeEnded: async (before) => void removeEnded.run(before),
  };
}

/** Adds mails within a transaction of the caller. A mail with a count that has not gone out yet counts on. */
export function prepareMailWriter(database: Database): (row: MailRow) => void {
  const add = database.prepare<[Stored]>(`INSERT INTO mail ${VALUES} ON CONFLICT (key) DO ${COUNT_ON}`);
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
