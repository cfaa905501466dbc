import { UNQUOTED, type Payment } from '#server/payments/payment.ts';
import {
  EVENT_FIELDS,
  type EventCounts,
  type EventRow,
  type PaymentStore,
} from '#server/payments/payment-store.ts';
import { toColumns } from './columns.ts';
import type { Connection, Connections } from './connections.ts';
import { addMail } from './mails.ts';

/** A payment as it is stored: whole in `data`, and beside it what it is looked up by. */
type StoredPayment = Pick<
  Payment,
  'id' | 'sessionId' | 'fingerprint' | 'owner' | 'status' | 'paidAt' | 'createdAt'
> &
  Pick<Payment, 'review' | 'settledAt'> & {
    readonly lookedAt: number;
    readonly isOrderDue: boolean;
    readonly isRefundAsked: boolean;
    readonly data: string;
  };

const COLUMNS = toColumns<StoredPayment>([
  'id',
  'sessionId',
  'fingerprint',
  'owner',
  'status',
  'paidAt',
  'createdAt',
  'review',
  'settledAt',
  'lookedAt',
  'isOrderDue',
  'isRefundAsked',
  'data',
]);
const FIND = 'SELECT data FROM payment';
const PUT = `INSERT INTO payment ${COLUMNS.inserted} ON CONFLICT (id) DO UPDATE SET ${COLUMNS.replaced}`;
/** Payments with this text in common take turns, also those that don't exist yet. */
const IN_TURN = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const PAYABLE = `${FIND} WHERE fingerprint = $1 AND created_at >= $2 AND status IN ('created', 'open') AND paid_at IS NULL
  ORDER BY created_at DESC LIMIT 1`;
const OPEN = `${FIND} WHERE status IN ('open', 'processing') AND session_id IS NOT NULL AND created_at < $1 AND paid_at IS NULL
  ORDER BY looked_at, created_at LIMIT $2`;

/** Of payments that nobody paid or can still pay. Other reviews may be of money that came, until a person settles them. */
export const IS_UNPAID = `status IN ('failed', 'expired') AND paid_at IS NULL
  AND (COALESCE(review, '${UNQUOTED}') = '${UNQUOTED}' OR settled_at IS NOT NULL)`;

const EVENT = toColumns<EventRow>(EVENT_FIELDS);
const FIND_EVENT = `SELECT ${EVENT.selected} FROM payment_event`;
const ADD_EVENT = `INSERT INTO payment_event ${EVENT.inserted} ON CONFLICT (id) DO NOTHING`;
const PUT_EVENT = `INSERT INTO payment_event ${EVENT.inserted} ON CONFLICT (id) DO UPDATE SET ${EVENT.replaced}`;
const WAITING_EVENTS = `${FIND_EVENT} WHERE state IN ('review', 'received') ORDER BY state DESC, received_at DESC LIMIT $1`;
const COUNT_EVENTS = `
  SELECT count(*) FILTER (WHERE source = 'webhook') AS webhook, count(*) FILTER (WHERE source = 'list') AS list
  FROM payment_event WHERE received_at >= $1`;
const NEXT_EVENT = `${FIND_EVENT} WHERE state = 'received' AND next_at <= $1 ORDER BY attempts, next_at, id LIMIT 1`;
const NEXT_EVENT_AT = `SELECT min(next_at) AS at FROM payment_event WHERE state = 'received'`;

const LISTED_UNTIL = 'paymentEventsListedUntil';

/** Payments on PostgreSQL. */
export function createPostgresPayments(connections: Connections): PaymentStore {
  const read = async (text: string, values: readonly unknown[], connection: Connection = connections) =>
    (await connection.rows<{ data: string }>(text, values)).map(({ data }) => JSON.parse(data) as Payment);
  const readEvents = (text: string, values: readonly unknown[]) => connections.rows<EventRow>(text, values);

  async function put(connection: Connection, payment: Payment): Promise<Payment> {
    await connection.change(PUT, COLUMNS.valuesOf(toStoredPayment(payment)));
    return payment;
  }

  return {
    claim: (payment, since) =>
      connections.write(async (connection) => {
        const turn = connection.rows(IN_TURN, [payment.fingerprint]);
        const [[found]] = await Promise.all([read(PAYABLE, [payment.fingerprint, since], connection), turn]);
        return found ?? put(connection, payment);
      }),
    find: async (id) => (await read(`${FIND} WHERE id = $1`, [id]))[0],
    findBySession: async (sessionId) => (await read(`${FIND} WHERE session_id = $1`, [sessionId]))[0],
    change: (id, decide) =>
      connections.write(async (connection) => {
        const turn = connection.rows(IN_TURN, [id]);
        const [[current]] = await Promise.all([
          read(`${FIND} WHERE id = $1 FOR UPDATE`, [id], connection),
          turn,
        ]);
        const changed = decide(current);
        if (!changed) return current;
        const mails = changed.mails.map((mail) => addMail(connection, mail));
        const [payment] = await Promise.all([put(connection, changed.payment), ...mails]);
        return payment;
      }),
    ownedBy: (owner) => read(`${FIND} WHERE owner = $1 ORDER BY created_at`, [owner]),
    listOpen: (before, limit) => read(OPEN, [before, limit]),
    listPaid: (since) => read(`${FIND} WHERE paid_at >= $1 ORDER BY created_at`, [since]),
    listOrdersDue: (limit) => read(`${FIND} WHERE is_order_due ORDER BY id LIMIT $1`, [limit]),
    listRefundsAsked: (limit) => read(`${FIND} WHERE is_refund_asked ORDER BY id LIMIT $1`, [limit]),
    listReviews: (limit) =>
      read(`${FIND} WHERE review IS NOT NULL ORDER BY created_at DESC LIMIT $1`, [limit]),
    listWaitingEvents: (limit) => readEvents(WAITING_EVENTS, [limit]),
    addEvent: async (event) => (await connections.change(ADD_EVENT, EVENT.valuesOf(event))) === 1,
    findEvent: async (id) => (await readEvents(`${FIND_EVENT} WHERE id = $1`, [id]))[0],
    async countEvents(since) {
      const [counts] = await connections.rows<EventCounts>(COUNT_EVENTS, [since]);
      return counts ?? { webhook: 0, list: 0 };
    },
    nextDueEvent: async (now) => (await readEvents(NEXT_EVENT, [now]))[0],
    async nextEventAt() {
      const [row] = await connections.rows<{ at: number | null }>(NEXT_EVENT_AT);
      return row?.at ?? undefined;
    },
    putEvent: async (event) => void (await connections.change(PUT_EVENT, EVENT.valuesOf(event))),
    async listedUntil() {
      const [row] = await connections.rows<{ value: string }>('SELECT value FROM meta WHERE key = $1', [
        LISTED_UNTIL,
      ]);
      return row && Number(row.value);
    },
    setListedUntil: async (time) =>
      void (await connections.change(
        'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        [LISTED_UNTIL, String(time)],
      )),
  };
}

/** As the table has it. */
export function toStoredPayment(payment: Payment): StoredPayment {
  const { id, sessionId, fingerprint, owner, status, paidAt, createdAt, review, settledAt } = payment;
  const { lookedAt = 0, isOrderDue = false, refunds = [] } = payment;
  return {
    id,
    sessionId,
    fingerprint,
    owner,
    status,
    paidAt,
    createdAt,
    review,
    settledAt,
    lookedAt,
    isOrderDue,
    isRefundAsked: refunds.some(({ state }) => state === 'asked'),
    data: JSON.stringify(payment),
  };
}
