import type { Database } from 'better-sqlite3';
import type {
  SimulatedSession,
  SimulatedSessionStore,
} from '#server/payments/simulator/simulated-session.ts';

interface Row {
  readonly data: string;
}

/** The simulator's sessions in the data file. */
export function createSqliteSimulatedSessions(database: Database): SimulatedSessionStore {
  const byId = database.prepare<[string], Row>('SELECT data FROM simulatedSession WHERE id = ?');
  const byKey = database.prepare<[string], Row>('SELECT data FROM simulatedSession WHERE idempotencyKey = ?');
  const byIntent = database.prepare<[string], Row>(
    'SELECT data FROM simulatedSession WHERE paymentIntent = ?',
  );
  const put = database.prepare(
    `INSERT INTO simulatedSession (id, idempotencyKey, paymentIntent, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET paymentIntent = excluded.paymentIntent, data = excluded.data`,
  );
  return {
    find: async (id) => toSession(byId.get(id)),
    findByIdempotencyKey: async (key) => toSession(byKey.get(key)),
    findByPaymentIntent: async (intent) => toSession(byIntent.get(intent)),
    put: async (session) => {
      const { id, idempotencyKey, paymentIntent } = session;
      put.run(id, idempotencyKey ?? null, paymentIntent ?? null, JSON.stringify(session));
    },
  };
}

function toSession(row: Row | undefined): SimulatedSession | undefined {
  return row && (JSON.parse(row.data) as SimulatedSession);
}
