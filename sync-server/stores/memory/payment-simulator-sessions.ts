import type {
  SimulatedSession,
  SimulatedSessionStore,
} from '#server/payments/simulator/simulated-session.ts';

/** The simulator's sessions in memory, for tests. */
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
