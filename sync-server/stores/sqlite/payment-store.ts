import type { Database } from 'better-sqlite3';
import { UNQUOTED, type Payment } from '#server/payments/payment.ts';
import {
  EVENT_FIELDS,
  type EventCounts,
  type EventRow,
  type PaymentChange,
  type PaymentStore,
} from '#server/payments/payment-store.ts';
import { prepareMailWriter } from './mail-table.ts';
import { HAS_REFUND_ASKED } from './schema.ts';

interface Row {
  readonly data: string;
}

const EVENT_VALUES = `(${EVENT_FIELDS.join(', ')}) VALUES (${EVENT_FIELDS.map((name) => `@${name}`).join(', ')})`;
const LISTED_UNTIL = 'paymentEventsListedUntil';

/** Of payments that nobody paid or can still pay. Other reviews may be of money that came, until a person settles them. */
export const IS_UNPAID = `status IN ('failed', 'expired') AND data ->> '$.paidAt' IS NULL
  AND (coalesce(data ->> '$.review', '${UNQUOTED}') = '${UNQUOTED}' OR data ->> '$.settledAt' IS NOT NULL)`;

/** Payments in the data file. */
export function createSqlitePaymentStore(database: Database): PaymentStore {
  const byId = database.prepare<[string], Row>('SELECT data FROM payment WHERE id = ?');
  const bySession = database.prepare<[string], Row>('SELECT data FROM payment WHERE sessionId = ?');
  const payable = database.prepare<[string, number], Row>(
    `SELECT data FROM payment WHERE fingerprint = ? AND createdAt >= ? AND status IN ('created', 'open')
       AND data ->> '$.paidAt' IS NULL
     ORDER BY createdAt DESC LIMIT 1`,
  );
  const open = database.prepare<[number, number], Row>(
    `SELECT data FROM payment WHERE status IN ('open', 'processing') AND sessionId IS NOT NULL AND createdAt < ?
       AND data ->> '$.paidAt' IS NULL ORDER BY lookedAt, createdAt LIMIT ?`,
  );
  const owned = database.prepare<[string], Row>(
    `SELECT data FROM payment WHERE data ->> '$.owner' = ? ORDER BY createdAt`,
  );
  const paid = database.prepare<[number], Row>(
    `SELECT data FROM payment WHERE data ->> '$.paidAt' >= ? ORDER BY createdAt`,
  );
  const ordersDue = database.prepare<[number], Row>(
    `SELECT data FROM payment WHERE data ->> '$.isOrderDue' ORDER BY id LIMIT ?`,
  );
  const refundsAsked = database.prepare<[number], Row>(
    `SELECT data FROM payment WHERE ${HAS_REFUND_ASKED} ORDER BY id LIMIT ?`,
  );
  const reviews = database.prepare<[number], Row>(
    `SELECT data FROM payment WHERE data ->> '$.review' IS NOT NULL ORDER BY createdAt DESC LIMIT ?`,
  );
  const waitingEvents = database.prepare<[number], EventRow>(
    `SELECT * FROM paymentEvent WHERE state IN ('review', 'received') ORDER BY state DESC, receivedAt DESC LIMIT ?`,
  );
  const insert = database.prepare(
    `INSERT INTO payment (id, sessionId, fingerprint, status, createdAt, lookedAt, data)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET sessionId = excluded.sessionId, status = excluded.status,
       lookedAt = excluded.lookedAt, data = excluded.data`,
  );
  const addEvent = database.prepare<[EventRow]>(
    `INSERT INTO paymentEvent ${EVENT_VALUES} ON CONFLICT (id) DO NOTHING`,
  );
  const findEvent = database.prepare<[string], EventRow>('SELECT * FROM paymentEvent WHERE id = ?');
  const countEvents = database.prepare<[number], EventCounts>(
    `SELECT COUNT(*) FILTER (WHERE source = 'webhook') AS webhook, COUNT(*) FILTER (WHERE source = 'list') AS list
     FROM paymentEvent WHERE receivedAt >= ?`,
  );
  const nextDueEvent = database.prepare<[number], EventRow>(
    `SELECT * FROM paymentEvent WHERE state = 'received' AND nextAt <= ? ORDER BY attempts, nextAt, id LIMIT 1`,
  );
  const nextEventAt = database
    .prepare<[], number | null>(`SELECT MIN(nextAt) FROM paymentEvent WHERE state = 'received'`)
    .pluck();
  const putEvent = database.prepare<[EventRow]>(`REPLACE INTO paymentEvent ${EVENT_VALUES}`);
  const readMeta = database.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck();
  const writeMeta = database.prepare<[string, string]>('REPLACE INTO meta (key, value) VALUES (?, ?)');

  function put(payment: Payment): Payment {
    const { id, sessionId, fingerprint, status, createdAt, lookedAt } = payment;
    const data = JSON.stringify(payment);
    insert.run(id, sessionId ?? null, fingerprint, status, createdAt, lookedAt ?? 0, data);
    return payment;
  }

  const addMail = prepareMailWriter(database);
  const claim = database.transaction(
    (payment: Payment, since: number) => toPayment(payable.get(payment.fingerprint, since)) ?? put(payment),
  );
  const change = database.transaction(
    (id: string, decide: (payment: Payment | undefined) => PaymentChange | undefined) => {
      const current = toPayment(byId.get(id));
      const changed = decide(current);
      if (!changed) return current;
      for (const mail of changed.mails) addMail(mail);
      return put(changed.payment);
    },
  );

  return {
    claim: async (payment, since) => claim.immediate(payment, since),
    find: async (id) => toPayment(byId.get(id)),
    findBySession: async (sessionId) => toPayment(bySession.get(sessionId)),
    change: async (id, decide) => change.immediate(id, decide),
    ownedBy: async (owner) => owned.all(owner).map(parse),
    listOpen: async (before, limit) => open.all(before, limit).map(parse),
    listPaid: async (since) => paid.all(since).map(parse),
    listOrdersDue: async (limit) => ordersDue.all(limit).map(parse),
    listRefundsAsked: async (limit) => refundsAsked.all(limit).map(parse),
    listReviews: async (limit) => reviews.all(limit).map(parse),
    listWaitingEvents: async (limit) => waitingEvents.all(limit),
    addEvent: async (event) => addEvent.run(event).changes > 0,
    findEvent: async (id) => findEvent.get(id),
    countEvents: async (since) => countEvents.get(since) ?? { webhook: 0, list: 0 },
    nextDueEvent: async (now) => nextDueEvent.get(now),
    nextEventAt: async () => nextEventAt.get() ?? undefined,
    putEvent: async (event) => void putEvent.run(event),
    async listedUntil() {
      const value = readMeta.get(LISTED_UNTIL);
      return value === undefined ? undefined : Number(value);
    },
    setListedUntil: async (time) => void writeMeta.run(LISTED_UNTIL, String(time)),
  };
}

function toPayment(row: Row | undefined): Payment | undefined {
  return row && parse(row);
}

function parse({ data }: Row): Payment {
  return JSON.parse(data) as Payment;
}
