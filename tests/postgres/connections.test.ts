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
