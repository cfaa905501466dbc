import type { Connection, Connections } from '../connections.ts';
import type { Facts } from '../facts.ts';

type Work<Result> = (connection: Connection) => Promise<Result>;

/** Changes accounts as `changeInTurn`; afterwards this node knows which sessions have ended. */
export type ChangeAccounts = <Result>(accountIds: readonly string[], work: Work<Result>) => Promise<Result>;

/**
 * A new session waits for it, too, because it refers to its account. In the order of ids, so that no two changes wait
 * for each other.
 */
const IN_TURN = 'SELECT 1 FROM "user" WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE';

/**
 * Changes accounts in one transaction. Changes of one account take turns, on all nodes: each sees what the one before it
 * stored.
 */
export async function changeInTurn<Result>(
  connections: Connections,
  accountIds: readonly string[],
  work: Work<Result>,
): Promise<Result> {
  const [, result] = await connections.write((connection) =>
    Promise.all([connection.rows(IN_TURN, [accountIds]), work(connection)]),
  );
  return result;
}

export function createAccountChanges(connections: Connections, facts: Pick<Facts, 'read'>): ChangeAccounts {
  return async (accountIds, work) => {
    const result = await changeInTurn(connections, accountIds, work);
    // The change is stored; if this read fails, the next one follows within half a second.
    await facts.read().catch(() => undefined);
    return result;
  };
}
