import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOnPostgres } from '../support/suite-store.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { startSoakShop, type SoakShop } from './soak-shop.ts';
import { SEED, toCount } from './soak-setting.ts';

const kills = toCount('UNPROVEN_KILLS', { suite: 4, soak: 40 });
const ORIGIN = 'https://shop.example';
const ACCOUNTS = 5000;
/** About as long as their removal takes. */
const MOST_MS = 400;

let shop: SoakShop;
beforeAll(async () => {
  shop = await startSoakShop({
    PRODUCTION: 'true',
    PUBLIC_URL: ORIGIN,
    ADMIN_TOKEN: 'u0Yb2-7cV9xkQm4Zt1rW',
    TOKEN_SECRET: 'Vd3kX8mQ1rT6yB9nW2cF5hJ7zP4sL0gA',
    AUTH_SECRET: 'pL4sG8vK2zN6wR1tY5uE9aM3xH7jD0bQ',
    SMTP_URL: 'smtp://127.0.0.1:9',
    ACCESS_CODE: 'kestrel-9',
    STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjt',
    STRIPE_WEBHOOK_SECRET: 'whsec_7f3Kd93jfKslw02',
  });
}, 120_000);
afterAll(() => shop.stop());

/** Sign-ups of a year ago like the one that is stored. */
async function addOldSignUps(): Promise<void> {
  const copy = (table: string, values: Readonly<Record<string, string>>, copied: string) => {
    const columns = copied.split(' ');
    return shop.onAccounts(
      `WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ${ACCOUNTS})
       INSERT INTO ${table} (${[...Object.keys(values), ...columns].join(', ')})
       SELECT ${[...Object.values(values), ...columns.map((name) => `one.${name}`)].join(', ')}
       FROM number, (SELECT * FROM ${table} LIMIT 1) AS one`,
    );
  };
  const id = `'old' || value`;
  const createdAt = `'2020-01-01T00:00:00.000Z'`;
  const email = `value || '@old.example'`;
  await copy('"user"', { id, email, '"createdAt"': createdAt }, 'name "emailVerified" "updatedAt"');
  const own = { id, '"accountId"': id, '"userId"': id };
  await copy('account', own, '"providerId" password "createdAt" "updatedAt"');
  await copy('mailedLink', { accountId: id, hash: id, endsAt: '1' }, 'purpose email');
}

/** Rows of the accounts, with those of old sign-ups alone. */
async function count() {
  const rows = async (table: string, column: string) => {
    const [counted] = await shop.onAccounts<{ all: number; old: number }>(
      `SELECT COUNT(*) AS "all", SUM(CASE WHEN ${column} LIKE 'old%' THEN 1 ELSE 0 END) AS old
       FROM ${table} WHERE ${column} <> ''`,
    );
    return counted;
  };
  return {
    user: await rows('"user"', 'id'),
    account: await rows('account', '"userId"'),
    link: await rows('mailedLink', 'accountId'),
  };
}

/** Several nodes on PostgreSQL do it once a day: then it is the next day. */
async function startAgain(): Promise<void> {
  if (isOnPostgres) await shop.read('DELETE FROM lease');
  await shop.restart();
}

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
    if ((await count()).user?.old === 0) await addOldSignUps();
    await startAgain();
    await new Promise((resolve) => setTimeout(resolve, pickNumber(random, MOST_MS)));
    await shop.kill();
    const { user, account, link } = await count();
    expect(account).toEqual(user);
    expect(link).toEqual(user);
    if (user?.old !== 0 && user?.old !== ACCOUNTS) under += 1;
    await startAgain();
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
