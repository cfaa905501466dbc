import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AccountStorage } from '#server/storage.ts';
import type { AccountTables } from '#server/accounts/account-tables.ts';
import { testAccountTables, type OpenAccountWorld } from '../contracts/account-tables-contract.ts';
import { testAccountsAtOnce } from '../contracts/accounts-at-once-contract.ts';
import { testDeletionsAtOnce } from '../contracts/deletion-at-once-contract.ts';
import { ANN, createAccountWorld } from '../support/account-world.ts';
import { openTestNodes, queryPostgres, testDatabase } from '../support/postgres-store.ts';

let opened: Awaited<ReturnType<typeof openTestNodes>>;
beforeAll(async () => {
  opened = await openTestNodes(2);
});
afterAll(() => opened.dispose());

/** A server whose calls of the accounts' tables go to two nodes in turn. */
const openWorld: OpenAccountWorld = async (options) => {
  const { schema, nodes } = opened;
  const [first = expect.fail('no node'), second = first] = nodes;
  await empty(`${schema}_accounts`);
  const accounts = toAlternating(first.accounts, second.accounts.tables);
  return createAccountWorld({ ...options, parts: { accounts, staffGrants: first.staffGrants } });
};

testAccountTables('accounts on PostgreSQL', openWorld);
testAccountsAtOnce('accounts on PostgreSQL, at once', openWorld);
testDeletionsAtOnce('deletions of accounts on PostgreSQL, at once', openWorld);

describe('accounts on several nodes', () => {
  /** Ann's session, which both nodes have read. */
  async function signIn() {
    const world = await openWorld({ staffEmails: [] });
    onTestFinished(() => world.close());
    await world.signUp();
    const [first = expect.fail('no node'), second = first] = opened.nodes;
    const tables = first.accounts.tables;
    const accountId = (await tables.accountIdOf(ANN.email)) ?? '';
    const [{ id } = expect.fail('no session')] = await tables.sessionsOf(accountId);
    const watched = () => [first, second].map(({ accounts }) => accounts.tables.watchedSession(id));
    for (const { accounts } of [first, second]) await accounts.tables.session(id);
    expect(watched()).toEqual([expect.anything(), expect.anything()]);
    return { world, tables, accountId, id, watched, first };
  }

  test('[DB7] [T04] a session that changes or ends on one node does so on every node', async () => {
    const { world, tables, accountId, id, watched } = await signIn();
    await tables.noteConfirmation(id, 5);
    await expect.poll(() => watched().map((row) => row?.confirmedAt)).toEqual([5, 5]);
    await tables.endSession(accountId, id);
    expect(watched()[0]).toBeUndefined();
    await expect.poll(watched).toEqual([undefined, undefined]);
    // By the identity provider, which this node doesn't hear of either.
    const again = await signIn();
    await again.world.call('POST', '/api/v1/auth/sign-out', {});
    await expect.poll(again.watched).toEqual([undefined, undefined]);
    await world.close();
  });

  test('[DB7] sessions and roles that could not be read for five seconds count as withdrawn until they can', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { id, watched, first, tables } = await signIn();
    const grant = { email: ANN.email, role: 'staff', at: 1, by: 'admin' } as const;
    await first.staffGrants.grant(grant);
    const grants = `${opened.schema}_accounts.staff_grant`;
    await queryPostgres(`ALTER TABLE ${grants} RENAME TO hidden`);
    const seen = () => [watched()[0] !== undefined, first.staffGrants.roleOf(ANN.email)];
    vi.advanceTimersByTime(4900);
    expect(seen()).toEqual([true, 'staff']);
    vi.advanceTimersByTime(200);
    expect(seen()).toEqual([false, undefined]);
    await expect(tables.session(id)).rejects.toThrow('staff_grant');
    await queryPostgres(`ALTER TABLE ${opened.schema}_accounts.hidden RENAME TO staff_grant`);
    expect(await tables.session(id)).toBeDefined();
    expect(seen()).toEqual([true, 'staff']);
  });

  test('[DB13] two nodes of a demo that start at once make one account of its staff', async () => {
    const parts = opened.nodes.map(({ accounts, staffGrants }) => ({ accounts, staffGrants }));
    await empty(`${opened.schema}_accounts`);
    const worlds = await Promise.all(parts.map((stores) => createAccountWorld({ parts: stores })));
    const [{ accounts, storage } = expect.fail('no world')] = worlds;
    for (const world of worlds) await world.accounts.ensureDemoStaff(ANN.email, ANN.password);
    await Promise.all(worlds.map((world) => world.accounts.sendLink('reset', 'nobody@example.com')));
    expect(await accounts.isVerified(ANN.email)).toBe(true);
    const { tables } = storage.accounts;
    expect(await tables.signInMethodsOf((await tables.accountIdOf(ANN.email)) ?? '')).toHaveLength(1);
    for (const world of worlds) expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
    for (const world of worlds) await world.close();
  });

  test('[DB13] the identity provider would create its tables as they are', async () => {
    const [first = expect.fail('no node')] = opened.nodes;
    // Its migrations look into all schemas of a database.
    const database = `${opened.schema}_provider`;
    await queryPostgres(`CREATE DATABASE ${database}`);
    const url = new URL(testDatabase());
    url.pathname = database;
    const pool = new pg.Pool({ connectionString: url.href });
    onTestFinished(async () => {
      await pool.end();
      await queryPostgres(`DROP DATABASE ${database}`);
    });
    const accounts = { ...first.accounts, database: pool, hasProviderTables: false };
    const world = await createAccountWorld({ parts: { accounts } });
    await world.accounts.sendLink('reset', 'nobody@example.com');
    await world.close();
    const created = await describeTables(
      'public',
      async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
    );
    expect(created.length).toBeGreaterThan(40);
    expect(await describeTables(`${opened.schema}_accounts`, queryPostgres)).toEqual(created);
  });
});

/** The columns, indexes and constraints of the identity provider's tables. */
async function describeTables(schema: string, query: typeof queryPostgres): Promise<readonly unknown[]> {
  const tables = `IN ('user', 'session', 'account', 'verification')`;
  const described = await Promise.all([
    query(`SELECT table_name, column_name, data_type, is_nullable, column_default
      FROM information_schema.columns WHERE table_schema = '${schema}' AND table_name ${tables} ORDER BY 1, 2`),
    query(`SELECT replace(indexdef, '${schema}.', '') FROM pg_indexes
      WHERE schemaname = '${schema}' AND tablename ${tables} ORDER BY 1`),
    query(`SELECT conname, replace(pg_get_constraintdef(pg_constraint.oid), '${schema}.', '')
      FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      WHERE connamespace = '${schema}'::regnamespace AND relname ${tables} ORDER BY 1`),
  ]);
  return described.flat();
}

function toAlternating(
  { tables: first, ...accounts }: AccountStorage,
  second: AccountTables,
): AccountStorage {
  let calls = 0;
  const tables = new Proxy(first, {
    get(_target, name): unknown {
      const isWatched = name === 'session' || name === 'watchedSession';
      return (...parts: unknown[]): unknown => {
        const node = isWatched || ++calls % 2 === 0 ? first : second;
        const method: unknown = Reflect.get(node, name);
        return typeof method === 'function' ? Reflect.apply(method, node, parts) : method;
      };
    },
  });
  return { ...accounts, tables };
}

async function empty(schema: string): Promise<void> {
  const names = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname = '${schema}' AND tablename <> 'meta'`;
  const tables = (await queryPostgres(names)) as readonly { readonly name: string }[];
  await queryPostgres(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
}
