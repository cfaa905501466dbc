import type { Database } from 'better-sqlite3';
import type {
  SimulatedEvent,
  SimulatedPaymentStore,
  SimulatedSession,
} from '#server/payments/simulator/simulated-session.ts';

interface Row {
  readonly data: string;
}

/** What the payment simulator knows, in the data file. */
export function createSqliteSimulatedPayments(database: Database): SimulatedPaymentStore {
  const byId = database.prepare<[string], Row>('SELECT data FROM simulatedSession WHERE id = ?');
  const byKey = database.prepare<[string], Row>('SELECT data FROM simulatedSession WHERE idempotencyKey = ?');
  const byIntent = database.prepare<[string], Row>(
    'SELECT data FROM simulatedSession WHERE paymentIntent = ?',
  );
  const put = database.prepare(
    `INSERT INTO simulatedSession (id, idempotencyKey, paymentIntent, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET paymentIntent = excluded.paymentIntent, data = excluded.data`,
  );
  const list = database.prepare<[object], Row>(
    `SELECT data FROM simulatedSession AS one WHERE data ->> '$.createdAt' >= @since * 1000
       AND (@after IS NULL OR (data ->> '$.createdAt', id) <
         (SELECT last.data ->> '$.createdAt', last.id FROM simulatedSession AS last WHERE last.id = @after))
     ORDER BY data ->> '$.createdAt' DESC, id DESC LIMIT @limit`,
  );
  const addEvent = database.prepare('INSERT INTO simulatedEvent (id, at, data) VALUES (?, ?, ?)');
  const listEvents = database.prepare<[object], Row>(
    `SELECT data FROM simulatedEvent WHERE at >= @since
       AND number < COALESCE((SELECT number FROM simulatedEvent WHERE id = @after), 9e15)
       AND (@types = '[]' OR data ->> '$.type' IN (SELECT value FROM json_each(@types)))
     ORDER BY number DESC LIMIT @limit`,
  );
  return {
    find: async (id) => toSession(byId.get(id)),
    findByIdempotencyKey: async (key) => toSession(byKey.get(key)),
    findByPaymentIntent: async (intent) => toSession(byIntent.get(intent)),
    put: async (session) => {
      const { id, idempotencyKey, paymentIntent } = session;
      put.run(id, idempotencyKey ?? null, paymentIntent ?? null, JSON.stringify(session));
    },
    list: ({ since, after, limit }) =>
      list
        .all({ since, after: after ?? null, limit })
        .map(({ data }) => JSON.parse(data) as SimulatedSession),
    addEvent: (event) => void addEvent.run(event.id, event.created, JSON.stringify(event)),
    listEvents: ({ since, types, after, limit }) =>
      listEvents
        .all({ since, types: JSON.stringify(types), after: after ?? null, limit })
        .map(({ data }) => JSON.parse(data) as SimulatedEvent),
  };
}

function toSession(row: Row | undefined): SimulatedSession | undefined {
  return row && (JSON.parse(row.data) as SimulatedSession);
}
