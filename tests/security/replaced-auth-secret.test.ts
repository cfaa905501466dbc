import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { createServerApp } from '#server/server-app.ts';
import type { Session } from '#shared/api/messages.ts';
import { CSRF_HEADER, readCsrfCookie } from '#shared/api/routes.ts';
import { ANN, keepCookies, ORIGIN, toCookieHeader } from '../support/account-world.ts';
import { quickHasher } from '../support/quick-hasher.ts';
import { silentLog } from '../support/silent-log.ts';

const [OLD, NEW, OTHER] = [
  '9cUq2-Xb7tLw0VzR5yNk3mPd8sHf1jGa',
  'dT4-kWz8rQv1Yx6Lp0Bn7cMj3gHs5FuE',
  'a7Rm-2xKc9Wq4Zt6Yv1Lp8Bn3Hs5Jd0F',
];

type Jar = Map<string, string>;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nankeen-replaced-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The server on the same data with these values of `AUTH_SECRET`. */
function start(secrets: string) {
  const config = readConfig({ DATA_DIR: 'data', AUTH_SECRET: secrets }, folder);
  const context = createContext(
    { ...config, buildFolder: undefined },
    { log: silentLog, hasher: quickHasher },
  );
  const app = createServerApp(context);
  async function call(jar: Jar, method: 'GET' | 'POST', path: string, body: object = {}): Promise<Response> {
    const cookie = toCookieHeader(jar);
    const headers = { origin: ORIGIN, cookie, [CSRF_HEADER]: readCsrfCookie(cookie) ?? '' };
    const sent = { 'content-type': 'application/json' };
    const init =
      method === 'GET' ? { headers } : { headers: { ...headers, ...sent }, body: JSON.stringify(body) };
    const response = await app.request(`${ORIGIN}/api/v1${path}`, { method, ...init });
    keepCookies(jar, response);
    return response;
  }
  const nameIn = async (jar: Jar) =>
    ((await (await call(jar, 'GET', '/session')).json()) as Session).account?.name;
  return { call, nameIn, close: () => context.close() };
}

test('[T50] while AUTH_SECRET is replaced, sessions stay valid; afterwards the old secret is refused', async () => {
  const [early, late]: [Jar, Jar] = [new Map(), new Map()];
  let server = start(OLD);
  expect((await server.call(early, 'POST', '/auth/sign-up/email', ANN)).status).toBe(200);
  await server.close();

  server = start(`${NEW}, ${OLD}`);
  const notReloaded = new Map(early);
  expect((await server.call(notReloaded, 'POST', '/admin/jobs', {})).status).toBe(400);
  expect(await server.nameIn(early)).toBe(ANN.name);
  expect((await server.call(late, 'POST', '/auth/sign-in/email', ANN)).status).toBe(200);
  await server.close();

  server = start(NEW);
  expect(await server.nameIn(early)).toBeUndefined();
  expect(await server.nameIn(late)).toBe(ANN.name);
  expect((await server.call(late, 'POST', '/auth/sign-out')).status).toBe(200);
  expect(await server.nameIn(late)).toBeUndefined();
  await server.close();
});

test('[T50] a session that neither secret signed is refused', async () => {
  const jar: Jar = new Map();
  let server = start(OTHER);
  await server.call(jar, 'POST', '/auth/sign-up/email', ANN);
  expect(await server.nameIn(jar)).toBe(ANN.name);
  await server.close();
  server = start(`${NEW},${OLD}`);
  expect(await server.nameIn(jar)).toBeUndefined();
  for (const cookie of ['nankeen.session_token=%', 'nankeen.session_token=a.b.c', 'nankeen.session_token']) {
    const pair: [string, string] = [cookie.split('=')[0] ?? '', cookie.split('=')[1] ?? ''];
    expect(await server.nameIn(new Map([pair]))).toBeUndefined();
  }
  await server.close();
});
