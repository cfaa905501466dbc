import type { MailStore } from '#server/mail/mail-store.ts';
import type { Payment } from '#server/payments/payment.ts';
import type { PaymentChange, PaymentStore } from '#server/payments/payment-store.ts';
import type {
  SimulatedSession,
  SimulatedSessionStore,
} from '#server/payments/simulator/simulated-session.ts';

/** In-memory payments. */
export function createMemoryPaymentStore(mailStore: Pick<MailStore, 'add'>): PaymentStore {
  const payments = new Map<string, Payment>();
  const events = new Set<string>();
  const findBySession = (sessionId: string) =>
    [...payments.values()].find((payment) => payment.sessionId === sessionId);
  const put = (payment: Payment) => {
    payments.set(payment.id, payment);
    return payment;
  };
  const store = ({ payment, mails }: PaymentChange) => {
    for (const mail of mails) mailStore.add(mail);
    return put(payment);
  };

  return {
    async claim(payment, since) {
      const same = [...payments.values()].filter(
        (other) =>
          other.fingerprint === payment.fingerprint &&
          other.createdAt >= since &&
          ['created', 'open'].includes(other.status),
      );
      return same.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? put(payment);
    },
    async attach(id, sessionId, decide) {
      const payment = payments.get(id);
      if (!payment) throw new Error(`There is no payment ${id}.`);
      const holder = findBySession(sessionId);
      const early = holder?.id === id ? undefined : holder;
      const attached = decide(payment, early);
      if (early) payments.delete(early.id);
      return put(attached);
    },
    findBySession: async (sessionId) => findBySession(sessionId),
    hasEvent: async (eventId) => events.has(eventId),
    async applyEvent(event, sessionId, decide) {
      const current = findBySession(sessionId);
      if (events.has(event.id)) return { isDuplicate: true, payment: current };
      const changed = decide(current);
      events.add(event.id);
      return { isDuplicate: false, payment: changed && store(changed) };
    },
    async change(sessionId, decide) {
      const current = findBySession(sessionId);
      return current && store(decide(current));
    },
    ownedBy: async (owner) =>
      [...payments.values()]
        .filter((payment) => payment.owner === owner)
        .toSorted((a, b) => a.createdAt - b.createdAt),
    listOpen: async (before, limit) =>
      [...payments.values()]
        .filter(({ status, sessionId, createdAt }) => status === 'open' && sessionId && createdAt < before)
        .toSorted((a, b) => a.createdAt - b.createdAt)
        .slice(0, limit),
  };
}

/** In-memory sessions of the payment simulator. */
export function createMemorySimulatedSessions(): SimulatedSessionStore {
  const sessions = new Map<string, SimulatedSession>();
  const find = (fits: (session: SimulatedSession) => boolean) => [...sessions.values()].find(fits);
  return {
    find: async (id) => sessions.get(id),
    findByIdempotencyKey: async (key) => find(({ idempotencyKey }) => idempotencyKey === key),
    findByPaymentIntent: async (intent) => find(({ paymentIntent }) => paymentIntent === intent),
    put: async (session) => void sessions.set(session.id, session),
  };
}
