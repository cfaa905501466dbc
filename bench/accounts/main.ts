import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startHttpsProxy } from '../../tests/support/https-proxy.ts';
import { startMailServer } from '../../tests/support/mail-server.ts';
import { buildNankeen } from '../support/build-nankeen.ts';
import { startServerProcess } from '../support/server-process.ts';
import { toQuantiles, type Quantiles } from '../sync/measures/quantiles.ts';
import { compareRanks } from './compare-ranks.ts';
import { measureWithdrawals, type Withdrawals } from './withdrawn.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RESULTS = join(ROOT, 'bench/results/');
const PASSWORD = 'correct horse battery 9';
const EACH = 200;
/** Times whose ranks chance alone separates as rarely as this are taken to differ. */
const SIGNIFICANT = 0.01;
/** Until a withdrawn role, session or device has closed its streams, and its data are gone. */
const WITHDRAWN_MS = 2000;

/** Calls that a stranger makes with an address. */
const CALLS = [
  { name: 'sign-in', path: '/auth/sign-in/email', status: 401, more: { password: 'password of a stranger' } },
  { name: 'reset', path: '/account/reset', status: 200, more: {} },
  { name: 'verify', path: '/account/verify/send', status: 200, more: {} },
] as const;

const print = (text: string) => process.stdout.write(`${text}\n`);

buildNankeen();
const mailServer = await startMailServer();
const proxy = await startHttpsProxy();
const secret = (name: string) => `${name}-J9x0aQ7wE2rT5yU8iO1pLkZ3vB6nM4cD`;
Object.assign(process.env, {
  PRODUCTION: 'true',
  PUBLIC_URL: proxy.origin,
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: mailServer.url,
  CONTACT_EMAIL: 'shop@shop.example',
  ADMIN_TOKEN: secret('admin'),
  ACCESS_CODE: secret('code'),
  TOKEN_SECRET: secret('token'),
  AUTH_SECRET: secret('auth'),
  STRIPE_SECRET_KEY: secret('sk_live_'),
  STRIPE_WEBHOOK_SECRET: secret('whsec_'),
});
const server = await startServerProcess({ file: join(ROOT, 'dist/server.js'), ready: 'Nankeen is ready' });
proxy.forwardTo(server.origin);

let callers = 0;
/** Calls from a network of its own, so that no limit of a network is met. */
async function call(path: string, body: object): Promise<Response> {
  callers += 1;
  const response = await fetch(`${server.origin}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
      origin: proxy.origin,
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status !== 429) return response;
  await sleep(Number(response.headers.get('retry-after')) * 1000);
  return call(path, body);
}

async function expectStatus(response: Response, status: number): Promise<void> {
  if (response.status !== status) throw new Error(`${response.url} was answered with ${response.status}.`);
}

/** An account whose address is confirmed. */
async function createAccount(email: string): Promise<void> {
  const known = mailServer.taken.length;
  await expectStatus(await call('/auth/sign-up/email', { email, password: PASSWORD, name: 'Ann' }), 200);
  while (mailServer.taken.length === known) await sleep(5);
  const token = /#(\w+)/.exec(mailServer.taken.at(-1)?.message ?? '')?.[1];
  await expectStatus(await call('/account/verify', { token, password: PASSWORD }), 200);
}

/** @returns how long the response took, in milliseconds */
async function time({ path, more, status }: (typeof CALLS)[number], email: string): Promise<number> {
  const from = performance.now();
  const response = await call(path, { email, ...more });
  const took = performance.now() - from;
  await expectStatus(response, status);
  return took;
}

interface Result {
  readonly known: Quantiles;
  readonly unknown: Quantiles;
  readonly chance: number;
}

try {
  for (let index = 0; index < EACH; index++) await createAccount(`known-${index}@example.com`);
  const results: Record<string, Result> = {};
  for (const one of CALLS) {
    const known: number[] = [];
    const unknown: number[] = [];
    await time(one, `first-${one.name}@example.com`);
    for (let index = 0; index < EACH; index++) {
      // In turns, and each kind first every other time, so that a slow moment meets both.
      const kinds = [
        async () => known.push(await time(one, `known-${index}@example.com`)),
        async () => unknown.push(await time(one, `nobody-${index}@example.com`)),
      ];
      for (const kind of index % 2 === 0 ? kinds : kinds.toReversed()) await kind();
    }
    const result = {
      known: toQuantiles(known),
      unknown: toQuantiles(unknown),
      chance: compareRanks(known, unknown),
    };
    results[one.name] = result;
    for (const kind of ['known', 'unknown'] as const) {
      const [median, p95] = [result[kind].median, result[kind].p95].map((ms) => ms.toFixed(2).padStart(8));
      print(`${one.name.padEnd(8)} ${kind.padEnd(8)} median ${median} ms, p95 ${p95} ms`);
    }
    const isAlike = result.chance >= SIGNIFICANT;
    print(
      `${one.name.padEnd(8)} rank test p = ${result.chance.toFixed(3)}   ≥ ${SIGNIFICANT} ${isAlike ? 'yes' : 'NO'}`,
    );
  }
  const withdrawals = await measureWithdrawals({
    publicUrl: proxy.origin,
    origin: server.origin,
    adminToken: secret('admin'),
    mailServer,
  });
  report(withdrawals);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'accounts.json'), `${JSON.stringify({ ...results, withdrawals }, null, 2)}\n`);
} finally {
  await server.stop();
  proxy.close();
  await mailServer.stop();
}

function report(withdrawals: Withdrawals): void {
  for (const [what, { streamClosed, dataGone }] of Object.entries(withdrawals)) {
    const all = { 'stream closed': streamClosed, ...(dataGone && { 'data gone': dataGone }) };
    for (const [end, { median, p95 }] of Object.entries(all)) {
      const [middle, late] = [median, p95].map((ms) => ms.toFixed(0).padStart(5));
      const isInTime = p95 <= WITHDRAWN_MS;
      print(
        `${what.padEnd(8)} ${end.padEnd(13)} median ${middle} ms, p95 ${late} ms   ≤ ${WITHDRAWN_MS} ${isInTime ? 'yes' : 'NO'}`,
      );
    }
  }
}
