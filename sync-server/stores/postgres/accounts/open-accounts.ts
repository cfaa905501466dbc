import type pg from 'pg';
import type { Storage } from '#server/storage.ts';
import { createPostgresAttempts } from '../attempts.ts';
import { createConnections, type ConnectionOptions, type Connections } from '../connections.ts';
import { tellFailure, toDatabaseError } from '../database-error.ts';
import { createPostgresDeviceNames } from '../devices.ts';
import { startFacts, type Facts } from '../facts.ts';
import { openSchema, START_IN_TURN, type TableStep } from '../open-schema.ts';
import { createPostgresPageViews } from '../page-views.ts';
import { createPostgresStaffGrants } from '../staff-grants.ts';
import { createAccountChanges } from './account-changes.ts';
import { ACCOUNT_TABLES } from './account-schema.ts';
import { createPostgresAccountTables } from './account-tables.ts';

/** Steps from version 1 of the tables. Nodes of both versions use them, so each only adds. */
const STEPS: readonly TableStep[] = [];
/** Most connections at once, the identity provider's included. */
const CONNECTIONS = 4;
/** Only changes of the same account wait for one, and they wait for five seconds. */
const IDLE_SECONDS = 4;

/** Another node may be at it, and this one works on other connections meanwhile. */
const PATIENTLY = `
  SET LOCAL lock_timeout = '60s'; SET LOCAL statement_timeout = '60s'; SET LOCAL idle_in_transaction_session_timeout = '60s'`;

interface PostgresAccounts extends Pick<Storage, 'accounts' | 'staffGrants' | 'deviceNames' | 'pageViews'> {
  /** To the accounts' schema. */
  readonly connections: Connections;
  readonly facts: Facts;
  close(): Promise<void>;
}

/**
 * Creates the accounts' tables in a new schema.
 * @throws AppError `failed-precondition` for the tables of a newer version
 */
export async function openAccountTables(connections: Connections, name: string): Promise<void> {
  await connections.write((connection) =>
    openSchema(connection, { name, tables: ACCOUNT_TABLES, steps: STEPS, readNodes: async () => [] }),
  );
}

/**
 * Opens what SQLite keeps in the accounts file, in a schema of its own: `<schema>_accounts`. Needs the tables of the
 * other data.
 * @throws AppError `failed-precondition` for the tables of a newer version
 */
export async function openPostgresAccounts({ url, schema }: ConnectionOptions): Promise<PostgresAccounts> {
  const name = `${schema}_accounts`;
  const connections = createConnections({
    url,
    schema: name,
    size: CONNECTIONS,
    idleSeconds: IDLE_SECONDS,
  });
  const open = async () => {
    await openAccountTables(connections, name);
    return startFacts(connections, schema);
  };
  const facts = await open().catch(async (cause: unknown) => {
    await connections.close();
    throw cause;
  });
  const change = createAccountChanges(connections, facts);
  const attempts = createPostgresAttempts(connections);
  const pageViews = createPostgresPageViews(connections);
  return {
    connections,
    facts,
    accounts: {
      database: toProviderDatabase(connections.pool),
      call: tellFailure,
      tables: createPostgresAccountTables({ connections, change, facts, attempts }),
      hasProviderTables: true,
      inTurn: (run) =>
        connections.write(async (connection) => {
          await connection.run(`${PATIENTLY}; ${START_IN_TURN}`);
          await run();
        }),
    },
    staffGrants: createPostgresStaffGrants(connections, facts),
    deviceNames: createPostgresDeviceNames(connections),
    pageViews,
    async close() {
      await pageViews.flush();
      await facts.close();
      await connections.close();
    },
  };
}

/** The pool for the identity provider, with errors as ours. */
function toProviderDatabase(pool: pg.Pool): object {
  const failed = (cause: unknown): never => {
    throw toDatabaseError(cause);
  };
  return {
    connect: async () => {
      const client = await pool.connect().catch(failed);
      return {
        query: (text: string, values: unknown[]) => client.query(text, values).catch(failed),
        release: () => client.release(),
      };
    },
    end: () => pool.end(),
  };
}
