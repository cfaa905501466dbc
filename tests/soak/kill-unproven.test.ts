// On SQLite only: it adds and counts accounts by SQL of its own.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { SEED, toCount } from './soak-setting.ts';

const kills = toCount('UNPROVEN_KILLS', { suite: 4, soak: 40 });
const ORIGIN = 'https://shop.example';
const ACCOUNTS = 5000;
/** About as long as their removal takes. */
const MOST_MS = 400;

let shop: ShopServer;
beforeAll(async () => {
  shop = await startShopServer({
    PRODUCTION: 'true',
    PUBLIC_URL: ORIGIN,
    ADMIN_TOKEN: 'u0Yb2-7cV9xkQm4Zt1rW',
    ACCESS_CODE: 'kestrel-9',
    STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjt',
    STRIPE_WEBHOOK_SECRET: 'whsec_7f3Kd93jfKslw02',
  });
}, 120_000);
afterAll(() => shop.stop());

function withAccounts<Result>(read: (database: Database.Database) => Result): Result {
  const database = new Database(join(shop.dataDir, 'accounts.sqlite'));
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** Sign-ups of a year ago like the one that is stored. */
function addOldSignUps(): void {
  const copyOf = (database: Database.Database, table: string, changes: Readonly<Record<string, string>>) => {
    const columns = database
      .prepare<[string], string>(`SELECT name FROM pragma_table_info(?)`)
      .pluck()
      .all(table);
    const values = columns.map((name) => changes[name] ?? `one."${name}"`).join(', ');
    database
      .prepare(
        `WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
         INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
         SELECT ${values} FROM number, (SELECT * FROM "${table}" LIMIT 1) AS one`,
      )
      .run(ACCOUNTS);
  };
  withAccounts((database) => {
    const id = `'old' || value`;
    const createdAt = `'2020-01-01T00:00:00.000Z'`;
    copyOf(database, 'user', { id, email: `value || '@old.example'`, createdAt });
    copyOf(database, 'account', { id, accountId: id, userId: id });
    copyOf(database, 'mailedLink', { accountId: id, hash: id, endsAt: '1' });
  });
}

/** Rows of the accounts, with those of old sign-ups alone. */
const count = () =>
  withAccounts((database) => {
    const rows = (table: string, column: string) =>
      database
        .prepare<[], { all: number; old: number }>(
          `SELECT COUNT(*) AS "all", SUM(${column} LIKE 'old%') AS old FROM "${table}" WHERE ${column} <> ''`,
        )
        .get();
    return {
      user: rows('user', 'id'),
      account: rows('account', 'userId'),
      link: rows('mailedLink', 'accountId'),
    };
  });

test('[AU13] a server that is killed while it removes unproven accounts leaves each whole or gone, and goes on at its next start', async () => {
  const random = createRandom(SEED);
  console.log(`SOAK_SEED=${SEED}`);
  const person = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' };
  const address = shop.origin.replace('localhost', '127.0.0.1');
  const response = await fetch(`${address}/api/v1/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  expect(response.status, await response.text()).toBe(200);
  let under = 0;
  for (let round = 0; round < kills; round++) {
    await shop.end();
    if (Number(count().user?.old) === 0) addOldSignUps();
    await shop.restart();
    await new Promise((resolve) => setTimeout(resolve, pickNumber(random, MOST_MS)));
    await shop.kill();
    const { user, account, link } = count();
    expect(account).toEqual(user);
    expect(link).toEqual(user);
    if (user?.old !== 0 && user?.old !== ACCOUNTS) under += 1;
    await shop.restart();
  }
  console.log(`killed ${kills} times, ${under} times with some of the accounts removed`);
  await expect
    .poll(() => count(), { timeout: 60_000 })
    .toEqual({
      user: { all: 1, old: 0 },
      account: { all: 1, old: 0 },
      link: { all: 1, old: 0 },
    });
});
