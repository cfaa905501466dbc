import type { Database } from 'better-sqlite3';
import type {
  SimulatedEvent,
  SimulatedPaymentStore,
  SimulatedPrice,
  SimulatedSession,
} from '#server/payments/simulator/simulated-session.ts';

interface Row {
  readonly data: string;
}

/** What the payment simulator knows, in the data file. */
export function createSqliteSimulatedPayments(database: Database): SimulatedPaymentStore {
  const byId = database.prepare<[string], Row>('SELECT data FROM simulatedSession WHERE id = ?');
  const byKey = database.prepare<[string | null], Row>(
    'SELECT data FROM simulatedSession WHERE idempotencyKey = ?',
  );
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
  const priceById = database.prepare<[string], Row>('SELECT data FROM simulatedPrice WHERE id = ?');
  const priceByKey = database.prepare<[string | null], Row>(
    'SELECT data FROM simulatedPrice WHERE idempotencyKey = ?',
  );
  const putPrice = database.prepare(
    'INSERT INTO simulatedPrice (id, idempotencyKey, data) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const addEvent = database.prepare('INSERT INTO simulatedEvent (id, at, data) VALUES (?, ?, ?)');
  const listEvents = database.prepare<[object], Row>(
    `SELECT data FROM simulatedEvent WHERE at >= @since
       AND number < COALESCE((SELECT number FROM simulatedEvent WHERE id = @after), 9e15)
       AND (@types = '[]' OR data ->> '$.type' IN (SELECT value FROM json_each(@types)))
     ORDER BY number DESC LIMIT @limit`,
  );

  function putSession(session: SimulatedSession): void {
    const { id, idempotencyKey, paymentIntent } = session;
    put.run(id, idempotencyKey ?? null, paymentIntent ?? null, JSON.stringify(session));
  }

  const add = database.transaction((session: SimulatedSession) => {
    const known = toSession(byKey.get(session.idempotencyKey ?? null));
    if (!known) putSession(session);
    return known ?? session;
  });
  const addPrice = database.transaction((price: SimulatedPrice) => {
    const known = toPrice(priceByKey.get(price.idempotencyKey ?? null));
    if (!known) putPrice.run(price.id, price.idempotencyKey ?? null, JSON.stringify(price));
    return known ?? price;
  });

  return {
    find: async (id) => toSession(byId.get(id)),
    findByPaymentIntent: async (intent) => toSession(byIntent.get(intent)),
    add: async (session) => add.immediate(session),
    change: async (id, decide) =>
      database
        .transaction(() => {
          const session = toSession(byId.get(id));
          const change = session && decide(session);
          if (!change) return undefined;
          const { event } = change;
          putSession(change.session);
          addEvent.run(event.id, event.created, JSON.stringify(event));
          return change;
        })
        .immediate(),
    list: async ({ since, after, limit }) =>
      list
        .all({ since, after: after ?? null, limit })
        .map(({ data }) => JSON.parse(data) as SimulatedSession),
    findPrice: async (id) => toPrice(priceById.get(id)),
    addPrice: async (price) => addPrice.immediate(price),
    listEvents: async ({ since, types, after, limit }) =>
      listEvents
        .all({ since, types: JSON.stringify(types), after: after ?? null, limit })
        .map(({ data }) => JSON.parse(data) as SimulatedEvent),
  };
}

function toSession(row: Row | undefined): SimulatedSession | undefined {
  return row && (JSON.parse(row.data) as SimulatedSession);
}

function toPrice(row: Row | undefined): SimulatedPrice | undefined {
  return row && (JSON.parse(row.data) as SimulatedPrice);
}
