import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hono } from 'hono';
import { readConfig } from '#server/config.ts';
import { createContext, type ServerContext } from '#server/context.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { quickHasher } from '../support/quick-hasher.ts';
import { silentLog } from '../support/silent-log.ts';
import { createServerApp } from '#server/server-app.ts';
import { put } from '../contracts/document-store-writes.ts';
import { toCookieHeader } from '../support/account-world.ts';
import { createStreamReader } from '../support/stream-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'nankeen-session-'));
const ORIGIN = 'http://localhost:8787';
const ANN = { name: 'Ann', email: 'ann@example.com', password: 'correct horse 9' };
let context: ServerContext;
let app: Hono<AppEnv>;

beforeAll(() => {
  const config = { ...readConfig({ DATA_DIR: folder }, folder), buildFolder: undefined };
  context = createContext(config, { log: silentLog, hasher: quickHasher });
  app = createServerApp(context);
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser: its cookies and its calls. */
function createBrowser() {
  const jar = new Map<string, string>();
  return async (method: string, path: string, json?: unknown) => {
    const headers: Record<string, string> = { cookie: toCookieHeader(jar), origin: ORIGIN };
    if (json !== undefined) headers['content-type'] = 'application/json';
    headers['x-xsrf-token'] = jar.get('XSRF-TOKEN') ?? '';
    const init = { method, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) };
    const response = await app.request(`${ORIGIN}/api/v1${path}`, init);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
}

test('[T04] [ST6] signing out in one tab ends the other tab’s stream, but no other browser’s', async () => {
  const phone = createBrowser();
  const desk = createBrowser();
  expect((await phone('POST', '/auth/sign-up/email', ANN)).status).toBe(200);
  expect((await desk('POST', '/auth/sign-in/email', ANN)).status).toBe(200);
  const onPhone = createStreamReader(await phone('GET', '/testing/data/stream'));
  const onDesk = createStreamReader(await desk('GET', '/testing/data/stream'));
  for (const stream of [onPhone, onDesk]) expect((await stream.next())?.event).toBe('hello');

  expect((await phone('POST', '/auth/sign-out')).status).toBe(200);
  await put(context.storage.documents, { id: 'recon', collection: 'products', audience: 'public' });
  expect(await onPhone.next()).toBeUndefined();
  expect(await onDesk.next()).toMatchObject({ event: 'poke', data: { collection: 'products' } });
  await onDesk.cancel();
});
