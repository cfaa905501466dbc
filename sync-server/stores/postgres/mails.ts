import type { JsonObject } from '#shared/kernel/json.ts';
import { MAIL_FIELDS, type MailRow, type MailStore } from '#server/mail/mail-store.ts';
import { toColumns } from './columns.ts';
import type { Connection, Connections } from './connections.ts';

/** A mail as it is stored: its facts in JSON, without the count, which grows while it waits. */
export type StoredMail = Omit<MailRow, 'facts'> & { readonly facts: string; readonly count: number | null };

const COLUMNS = toColumns<StoredMail>([...MAIL_FIELDS, 'count']);
const FIND = `SELECT ${COLUMNS.selected} FROM mail`;
const ADD = `
  INSERT INTO mail ${COLUMNS.inserted}
  ON CONFLICT (key) DO UPDATE SET count = mail.count + excluded.count WHERE mail.state = 'waiting'`;
/** By the database's clock, which all nodes have in common. */
const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** $1 now, $2 milliseconds. Mails that another node is claiming are not waited for. */
const CLAIM = `
  UPDATE mail SET claimed_until = ${CLOCK} + $2::bigint WHERE key = (
    SELECT key FROM mail WHERE state = 'waiting' AND next_at <= $1 AND COALESCE(claimed_until, 0) <= ${CLOCK}
    ORDER BY attempts, next_at, key LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING ${COLUMNS.selected}`;
const NEXT_AT = `SELECT min(next_at) AS at FROM mail WHERE state = 'waiting' AND claimed_until IS NULL`;
/** An update, because a mail that was erased while it was being sent stays erased. */
const PUT = `UPDATE mail SET ${COLUMNS.set} WHERE key = $1`;
const PUT_RESULT = `UPDATE mail SET ${COLUMNS.set}, claimed_until = NULL WHERE key = $1 AND state = 'waiting'`;
const LIST = `${FIND} WHERE "to" <> '' AND ($1::text IS NULL OR state = $1) AND ($2::text IS NULL OR about = $2)
  ORDER BY queued_at DESC, key LIMIT $3`;
const LIST_TO = `${FIND} WHERE lower("to") = lower($1) ORDER BY queued_at DESC, key`;
const REMOVE_ENDED = `DELETE FROM mail WHERE state <> 'waiting' AND (queued_at < $1 OR "to" = '')`;

/** Mails on PostgreSQL. */
export function createPostgresMails(connections: Connections): MailStore {
  const read = async (text: string, values: readonly unknown[]) =>
    (await connections.rows<StoredMail>(text, values)).map(parseMail);
  return {
    add: async (row) => void (await addMail(connections, row)),
    find: async (key) => (await read(`${FIND} WHERE key = $1`, [key]))[0],
    claimDue: async (now, forMs) => (await read(CLAIM, [now, forMs]))[0],
    async nextAt() {
      const [row] = await connections.rows<{ at: number | null }>(NEXT_AT);
      return row?.at ?? undefined;
    },
    put: async (row) => void (await connections.change(PUT_RESULT, COLUMNS.valuesOf(toStoredMail(row)))),
    change: (key, decide) =>
      connections.write(async (connection) => {
        const [found] = await connection.rows<StoredMail>(`${FIND} WHERE key = $1 FOR UPDATE`, [key]);
        const row = decide(found && parseMail(found));
        await connection.change(PUT, COLUMNS.valuesOf(toStoredMail(row)));
        return row;
      }),
    list: ({ state, about, limit }) => read(LIST, [state ?? null, about ?? null, limit]),
    listTo: (address) => read(LIST_TO, [address]),
    async count(state) {
      const [row] = await connections.rows<{ found: number }>(
        'SELECT count(*) AS found FROM mail WHERE state = $1',
        [state],
      );
      return row?.found ?? 0;
    },
    removeEnded: async (before) => void (await connections.change(REMOVE_ENDED, [before])),
  };
}

/** Adds a mail, also within a transaction of the caller. One with a count that has not gone out yet counts on. */
export function addMail(connection: Connection, row: MailRow): Promise<number> {
  return connection.change(ADD, COLUMNS.valuesOf(toStoredMail(row)));
}

/** As the table has it. */
export function toStoredMail({ facts: { count, ...facts }, ...row }: MailRow): StoredMail {
  return { ...row, facts: JSON.stringify(facts), count: typeof count === 'number' ? count : null };
}

export function parseMail({ facts, count, ...row }: StoredMail): MailRow {
  const parsed = JSON.parse(facts) as JsonObject;
  return { ...row, facts: count === null ? parsed : { ...parsed, count } };
}
