import type {
  SimulatedEvent,
  SimulatedPaymentStore,
  SimulatedPrice,
  SimulatedSession,
} from '#server/payments/simulator/simulated-session.ts';
import type { Connection, Connections } from './connections.ts';

const SESSION = 'SELECT data FROM simulated_session';
const PUT_SESSION = `
  INSERT INTO simulated_session (id, idempotency_key, payment_intent, created_at, data) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET payment_intent = excluded.payment_intent, data = excluded.data`;
/** Calls with one idempotency key take turns. */
const IN_TURN = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))';
/** $1 epoch seconds, $2 id of the last one of the page before or NULL, $3 how many. */
const LIST = `${SESSION} WHERE created_at >= $1 * 1000 AND ($2::text IS NULL OR (created_at, id) <
    (SELECT created_at, id FROM simulated_session WHERE id = $2))
  ORDER BY created_at DESC, id DESC LIMIT $3`;
const PRICE = 'SELECT data FROM simulated_price';
const PUT_PRICE = `
  INSERT INTO simulated_price (id, idempotency_key, data) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`;
const ADD_EVENT = 'INSERT INTO simulated_event (id, at, type, data) VALUES ($1, $2, $3, $4)';
/** $1 epoch seconds, $2 types, empty for all, $3 id of the last one of the page before or NULL, $4 how many. */
const EVENTS = `
  SELECT data FROM simulated_event WHERE at >= $1 AND ($2::text[] = '{}' OR type = ANY ($2))
    AND ($3::text IS NULL OR number < (SELECT number FROM simulated_event WHERE id = $3))
  ORDER BY number DESC LIMIT $4`;

/** What the payment simulator knows, on PostgreSQL. */
export function createPostgresSimulatedPayments(connections: Connections): SimulatedPaymentStore {
  async function read<Value>(text: string, values: readonly unknown[], connection: Connection = connections) {
    const found = await connection.rows<{ data: string }>(text, values);
    return found.map(({ data }) => JSON.parse(data) as Value);
  }
  const readSession = async (where: string, id: string, connection?: Connection) =>
    (await read<SimulatedSession>(`${SESSION} WHERE ${where}`, [id], connection))[0];
  const putSession = (connection: Connection, session: SimulatedSession) => {
    const { id, idempotencyKey, paymentIntent, createdAt } = session;
    const keys = [id, idempotencyKey ?? null, paymentIntent ?? null, createdAt];
    return connection.change(PUT_SESSION, [...keys, JSON.stringify(session)]);
  };
  const putPrice = (connection: Connection, price: SimulatedPrice) =>
    connection.change(PUT_PRICE, [price.id, price.idempotencyKey ?? null, JSON.stringify(price)]);

  /** Stores what is new, unless its idempotency key is known. */
  function addOnce<Value extends { readonly idempotencyKey?: string | undefined }>(
    value: Value,
    find: string,
    put: (connection: Connection, value: Value) => Promise<number>,
  ): Promise<Value> {
    return connections.write(async (connection) => {
      const key = value.idempotencyKey;
      if (key !== undefined) {
        const turn = connection.rows(IN_TURN, [key]);
        const [[known]] = await Promise.all([
          read<Value>(`${find} WHERE idempotency_key = $1`, [key], connection),
          turn,
        ]);
        if (known) return known;
      }
      await put(connection, value);
      return value;
    });
  }

  return {
    find: (id) => readSession('id = $1', id),
    findByPaymentIntent: (intent) => readSession('payment_intent = $1', intent),
    add: (session) => addOnce(session, SESSION, putSession),
    change: (id, decide) =>
      connections.write(async (connection) => {
        const session = await readSession('id = $1 FOR UPDATE', id, connection);
        const change = session && decide(session);
        if (!change) return undefined;
        const { event } = change;
        const added = connection.change(ADD_EVENT, [
          event.id,
          event.created,
          event.type,
          JSON.stringify(event),
        ]);
        await Promise.all([putSession(connection, change.session), added]);
        return change;
      }),
    list: ({ since, after, limit }) => read<SimulatedSession>(LIST, [since, after ?? null, limit]),
    findPrice: async (id) => (await read<SimulatedPrice>(`${PRICE} WHERE id = $1`, [id]))[0],
    addPrice: (price) => addOnce(price, PRICE, putPrice),
    listEvents: ({ since, types, after, limit }) =>
      read<SimulatedEvent>(EVENTS, [since, types, after ?? null, limit]),
  };
}
