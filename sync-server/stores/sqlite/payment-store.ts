import type { Database } from 'better-sqlite3';
import type { Payment } from '#server/payments/payment.ts';
import type {
  AppliedEvent,
  PaymentChange,
  PaymentStore,
  ReceivedEvent,
} from '#server/payments/payment-store.ts';
import { prepareMailWriter } from './mail-table.ts';

interface Row {
  readonly data: string;
}

/** Payments in the data file. */
export function createSqlitePaymentStore(database: Database): PaymentStore {
  const byId = database.prepare<[string], Row>('SELECT data FROM payment WHERE id = ?');
  const bySession = database.prepare<[string], Row>('SELECT data FROM payment WHERE sessionId = ?');
  const payable = database.prepare<[string, number], Row>(
    `SELECT data FROM payment WHERE fingerprint = ? AND createdAt >= ? AND status IN ('created', 'open')
     ORDER BY createdAt DESC LIMIT 1`,
  );
  const open = database.prepare<[number, number], Row>(
    `SELECT data FROM payment WHERE status = 'open' AND sessionId IS NOT NULL AND createdAt < ?
     ORDER BY createdAt LIMIT ?`,
  );
  const owned = database.prepare<[string], Row>(
    `SELECT data FROM payment WHERE data ->> '$.owner' = ? ORDER BY createdAt`,
  );
  const remove = database.prepare<[string]>('DELETE FROM payment WHERE id = ?');
  const insert = database.prepare(
    `INSERT INTO payment (id, sessionId, fingerprint, status, createdAt, data) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET sessionId = excluded.sessionId, status = excluded.status,
       data = excluded.data`,
  );
  const event = database.prepare<[string]>('SELECT 1 FROM paymentEvent WHERE id = ?');
  const insertEvent = database.prepare(
    'INSERT INTO paymentEvent (id, type, sessionId, receivedAt) VALUES (?, ?, ?, ?)',
  );

  function put(payment: Payment): Payment {
    const { id, sessionId, fingerprint, status, createdAt } = payment;
    insert.run(id, sessionId ?? null, fingerprint, status, createdAt, JSON.stringify(payment));
    return payment;
  }

  const addMail = prepareMailWriter(database);
  function store({ payment, mails }: PaymentChange): Payment {
    for (const mail of mails) addMail(mail);
    return put(payment);
  }

  const claim = database.transaction((payment: Payment, since: number) => {
    return toPayment(payable.get(payment.fingerprint, since)) ?? put(payment);
  });
  const attach = database.transaction(
    (id: string, sessionId: string, decide: Parameters<PaymentStore['attach']>[2]) => {
      const payment = toPayment(byId.get(id));
      if (!payment) throw new Error(`There is no payment ${id}.`);
      const holder = toPayment(bySession.get(sessionId));
      const early = holder?.id === id ? undefined : holder;
      const attached = decide(payment, early);
      if (early) remove.run(early.id);
      return put(attached);
    },
  );
  const applyEvent = database.transaction(
    (
      { id, type, receivedAt }: ReceivedEvent,
      sessionId: string,
      decide: Parameters<PaymentStore['applyEvent']>[2],
    ): AppliedEvent => {
      const current = toPayment(bySession.get(sessionId));
      if (event.get(id)) return { isDuplicate: true, payment: current };
      const changed = decide(current);
      insertEvent.run(id, type, sessionId, receivedAt);
      return { isDuplicate: false, payment: changed && store(changed) };
    },
  );
  const change = database.transaction((sessionId: string, decide: (payment: Payment) => PaymentChange) => {
    const current = toPayment(bySession.get(sessionId));
    return current && store(decide(current));
  });

  return {
    claim: async (payment, since) => claim.immediate(payment, since),
    attach: async (id, sessionId, decide) => attach.immediate(id, sessionId, decide),
    findBySession: async (sessionId) => toPayment(bySession.get(sessionId)),
    hasEvent: async (eventId) => event.get(eventId) !== undefined,
    applyEvent: async (received, sessionId, decide) => applyEvent.immediate(received, sessionId, decide),
    change: async (sessionId, decide) => change.immediate(sessionId, decide),
    ownedBy: async (owner) => owned.all(owner).map(parse),
    listOpen: async (before, limit) => open.all(before, limit).map(parse),
  };
}

function toPayment(row: Row | undefined): Payment | undefined {
  return row && parse(row);
}

function parse({ data }: Row): Payment {
  return JSON.parse(data) as Payment;
}
