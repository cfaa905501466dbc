import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AppError } from '#shared/kernel/app-error.ts';
import { createConnections } from '#server/stores/postgres/connections.ts';
import { openPostgresStores, type PostgresStores } from '#server/stores/postgres/open-stores.ts';
import { decideWrites, put, toScope } from '../contracts/document-store-writes.ts';
import { ANN, createAccountWorld } from '../support/account-world.ts';
import { openDatabaseLink, type DatabaseLink } from '../support/database-link.ts';
import { queryPostgres, testDatabase } from '../support/postgres-store.ts';

/** Longer than a transaction of ours may stand still. */
const STANDSTILL_MS = 1500;

describe('a database that fails', () => {
  let link: DatabaseLink;
  let stores: PostgresStores;
  let schema: string;
  beforeEach(async () => {
    link = await openDatabaseLink(testDatabase());
    schema = `test_${randomBytes(6).toString('hex')}`;
    stores = await openPostgresStores({ url: link.url, schema });
  });
  afterEach(async () => {
    await stores.close();
    await link.cut();
    await queryPostgres(`DROP SCHEMA ${schema}, ${schema}_accounts CASCADE`);
  });

  test('[DB4] while the database is away every call says so, and afterwards the same write is stored once', async () => {
    const { documents } = stores;
    await put(documents, { id: 'a' });
    await link.cut();
    const again = () => put(documents, { id: 'b', writeId: 'write-b' });
    const failure = { code: 'unavailable', status: 503, reason: 'unreachable', retryAfter: 5 };
    await expect(again()).rejects.toMatchObject(failure);
    await expect(documents.read({ collection: 'contacts', id: 'a' })).rejects.toMatchObject(failure);
    expect([documents.failure?.(), await documents.probe?.()]).toEqual(['unreachable', 'unreachable']);
    expect(documents.lastKnownSequence()).toBe(1);

    await link.mend();
    await expect.poll(() => documents.probe?.()).toBeUndefined();
    await again();
    expect(await documents.newestSequence()).toBe(2);
  });

  test('[DB4] a write whose connection is cut in the middle of its commit is told as unknown, and stored once', async () => {
    // With one connection: another one of the pool would fail too, and hide a repeated commit.
    const node = await openPostgresStores({ url: link.url, schema, size: 1 });
    onTestFinished(() => node.close());
    const { documents } = node;
    let isCut = false;
    const write = { id: 'a', writeId: 'write-a' };
    const cut = documents.commit(toScope([write]), (view) => {
      if (!isCut) link.turnTo(testDatabase());
      isCut = true;
      return decideWrites(view, [write]);
    });
    await expect(cut).rejects.toMatchObject({ code: 'unavailable', reason: 'unreachable' });
    const again = () =>
      put(documents, write).then(
        () => 'stored',
        () => 'not stored',
      );
    await expect.poll(again).toBe('stored');
    expect(await documents.newestSequence()).toBe(1);
  });

  test('[DB4] the failure is forgotten by itself once the database is back', async () => {
    await link.cut();
    await expect.poll(() => stores.documents.failure?.()).toBe('unreachable');
    await link.mend();
    await expect.poll(() => stores.documents.failure?.()).toBeUndefined();
  });

  test('[DB3] a node that stands still within a commit loses its turn, and decides again', async () => {
    const { documents } = stores;
    const writes = [{ id: 'a' }];
    let decisions = 0;
    await documents.commit(toScope(writes), (view) => {
      decisions += 1;
      const end = Date.now() + (decisions === 1 ? STANDSTILL_MS : 0);
      while (Date.now() < end);
      return decideWrites(view, writes);
    });
    expect(decisions).toBe(2);
    expect(await documents.newestSequence()).toBe(1);
  });

  test.each([
    ['53100', 'disk-full'],
    ['25006', 'standby'],
  ])('[DB4] the answer %s of the database is told as %s until a write succeeds', async (code, failure) => {
    const connections = createConnections({ url: link.url, schema });
    const refuse = `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`;
    await expect(connections.run(refuse)).rejects.toMatchObject({ code: 'unavailable', reason: failure });
    await connections.rows('SELECT 1');
    expect(connections.failure()).toBe(failure);
    await connections.write((connection) => connection.rows('SELECT 1'));
    expect(connections.failure()).toBeUndefined();
    await connections.close();
  });

  test('[DB4] while the database is away, signing in and asking for the session say so, and cookies are kept', async () => {
    const { accounts, staffGrants } = stores;
    const world = await createAccountWorld({ parts: { accounts, staffGrants } });
    onTestFinished(() => world.close());
    await world.signUp();
    const cookies = [...world.jar];
    const newcomer = world.newBrowser();
    await link.cut();
    const answers = [
      await newcomer.giveFirstFactor(ANN.email, ANN.password),
      await newcomer.sendSignUp({ ...ANN, email: 'bob@example.com' }),
      await world.call('GET', '/api/v1/session'),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ error: { code: 'unavailable', reason: 'unreachable' } });
    }
    expect([...world.jar]).toEqual(cookies);
    await link.mend();
    await expect.poll(async () => (await world.session()).account?.email).toBe(ANN.email);
  });

  test('[DB4] a standby refuses sign-ins and writes as ones that may be tried again', async () => {
    const { accounts, staffGrants } = stores;
    const world = await createAccountWorld({ parts: { accounts, staffGrants } });
    onTestFinished(() => world.close());
    await world.signUp();
    const database = new URL(testDatabase()).pathname.slice(1);
    await queryPostgres(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    try {
      // New connections have the setting.
      await link.cut();
      await link.mend();
      const signIn = async () => {
        const answer = await world.newBrowser().giveFirstFactor(ANN.email, ANN.password);
        const { error } = (await answer.json()) as { error?: { reason?: string } };
        return [answer.status, answer.headers.get('retry-after'), error?.reason];
      };
      const write = () =>
        put(stores.documents, { id: 'a' }).catch((error: unknown) => {
          const { status, retryAfter, reason } = error as AppError;
          return [status, String(retryAfter), reason];
        });
      // The first call may still meet a connection that has just been cut.
      await expect.poll(signIn).toEqual([503, '5', 'standby']);
      await expect.poll(write).toEqual([503, '5', 'standby']);
    } finally {
      await queryPostgres(
        `BEGIN READ WRITE; ALTER DATABASE ${database} RESET default_transaction_read_only; COMMIT`,
      );
      await link.cut();
      await link.mend();
    }
  });

  test('[DB4] a statement that is wrong is not told as a failure that passes', async () => {
    const connections = createConnections({ url: link.url, schema });
    await expect(connections.run('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    expect(connections.failure()).toBeUndefined();
    await connections.close();
  });
});
