import { randomInt } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createConnections } from '#server/stores/postgres/connections.ts';
import { queryPostgres, testDatabase } from '../support/postgres-store.ts';

test('[DB4] a connection that ends between two statements of a transaction fails that transaction and nothing else', async () => {
  const connections = createConnections({ url: testDatabase(), schema: 'public', size: 1 });
  onTestFinished(() => connections.close());
  const cut = connections.write(async (connection) => {
    const [own] = await connection.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await queryPostgres(`SELECT pg_terminate_backend(${own?.pid})`);
    const left = () => queryPostgres(`SELECT pid FROM pg_stat_activity WHERE pid = ${own?.pid}`);
    await expect.poll(left).toEqual([]);
    return connection.rows('SELECT 1');
  });
  await expect(cut).rejects.toThrow();
  expect(await connections.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('[DB1] a statement whose answer nobody waits for undoes its transaction when it fails, and is the reason that is told', async () => {
  const schema = `sent_${randomInt(2 ** 32)}`;
  await queryPostgres(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.kept (id text PRIMARY KEY)`);
  const connections = createConnections({ url: testDatabase(), schema, size: 1 });
  onTestFinished(() => connections.close());
  const write = (...values: readonly unknown[]) =>
    connections.write(async (connection) => {
      for (const value of values) void connection.change('INSERT INTO kept VALUES ($1)', [value]);
    });
  const kept = () => connections.lists('SELECT id FROM kept ORDER BY id');

  await write('one', 'two');
  await expect(write('three', 'one', 'four')).rejects.toThrow(/kept_pkey/);
  expect(await kept()).toEqual([['one'], ['two']]);
  const later = connections.write((connection) => {
    void connection.change('INSERT INTO kept VALUES ($1)', ['two']);
    return connection.rows('SELECT 1');
  });
  await expect(later).rejects.toThrow(/kept_pkey/);

  const unsendable = {
    toPostgres() {
      throw new Error('It can’t be sent.');
    },
  };
  await expect(write('three', unsendable)).rejects.toThrow();
  expect(await queryPostgres(`SELECT id FROM ${schema}.kept ORDER BY id`)).toEqual([
    { id: 'one' },
    { id: 'two' },
  ]);
});
