import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createContext, type ServerContext } from '#server/context.ts';
import { requireAdminToken } from '#server/http/require-rights.ts';
import { silentLog } from '../support/silent-log.ts';
import { readPrivateConfig } from '#server/private-config.ts';
import { createServerApp } from '#server/server-app.ts';
import { ANN, createAccountWorld, toCookieHeader } from '../support/account-world.ts';
import { errorIn } from '../support/core-calls.ts';

let folder: string;
let context: ServerContext | undefined;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nankeen-administration-'))));
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  await context?.close();
  context = undefined;
}

async function start(settings: Readonly<Record<string, string>> = {}) {
  await stop();
  const config = { ...readConfig({ DATA_DIR: folder, ...settings }, folder), buildFolder: undefined };
  context = createContext(config, { log: silentLog });
  const app = createServerApp(context);
  const headers = { authorization: `Bearer ${context.secrets.adminToken}` };
  return {
    context,
    call: (method: string, path: string, json?: unknown) =>
      app.request(`/api/v1/admin/${path}`, {
        method,
        headers,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
  };
}

describe('the access code', () => {
  test('[R-LCK-03] [T15] set from the command line survives a restart', async () => {
    const first = await start();
    expect((await first.call('PUT', 'access-code', { code: 'heron 7' })).status).toBe(200);
    const second = await start();
    expect(second.context.accessCode.isCorrect('heron 7')).toBe(true);
  });

  test('[R-LCK-03] set by ACCESS_CODE cannot be changed from the command line', async () => {
    const server = await start({ ACCESS_CODE: 'kestrel-9' });
    const refused = await server.call('PUT', 'access-code', { code: 'heron 7' });
    expect(refused.status).toBe(412);
    expect(await errorIn(refused)).toMatchObject({
      code: 'failed-precondition',
      message: expect.stringContaining('ACCESS_CODE'),
    });
    expect(server.context.accessCode.isCorrect('kestrel-9')).toBe(true);
  });

  test.each(['abc', ' heron', 'heron ', 'two\nlines', 'x'.repeat(101)])(
    '[R-LCK-03] is never %j',
    async (code) => {
      expect((await (await start()).call('PUT', 'access-code', { code })).status).toBe(400);
    },
  );
});

describe('staff grants from the command line', () => {
  test('[R-ROL-03] survive a restart, and staff named in the settings cannot be revoked', async () => {
    const first = await start({ STAFF_EMAILS: 'Chief@shop.example' });
    expect((await first.call('POST', 'staff', { email: 'Kim@Shop.example' })).status).toBe(200);
    const second = await start({ STAFF_EMAILS: 'Chief@shop.example' });
    expect(await (await second.call('GET', 'staff')).json()).toMatchObject({
      isEverybodyStaff: true,
      staff: [
        { email: 'chief@shop.example', role: 'manager', source: 'settings', account: 'none' },
        { email: 'kim@shop.example', role: 'staff', source: 'granted', grantedBy: 'admin', account: 'none' },
        { email: 'staff@nankeen.example', role: 'manager', source: 'demo' },
      ],
    });
    const refused = await second.call('POST', 'staff/revoke', { email: 'chief@shop.example' });
    expect([refused.status, await errorIn(refused)]).toEqual([
      412,
      expect.objectContaining({ code: 'failed-precondition', reason: 'STAFF_IS_SET' }),
    ]);
    expect((await second.call('POST', 'staff/revoke', { email: 'kim@shop.example' })).status).toBe(200);
    expect((await second.call('POST', 'staff/revoke', { email: 'kim@shop.example' })).status).toBe(404);
  });

  test('[R-ROL-03] [T04] take effect with the next request once the address is verified, and end when revoked', async () => {
    const world = await createAccountWorld({ staffEmails: [] });
    const grants = world.staffGrants;
    const session = () => world.readSession(new Headers({ cookie: toCookieHeader(world.jar) }));
    await world.signUp();
    world.unverify();
    await grants.grant({ email: ANN.email, role: 'staff', at: 0, by: 'admin' });
    expect((await session())?.role).toBe('customer');
    expect(await world.accounts.isVerified(ANN.email)).toBe(false);
    await world.call('POST', '/api/v1/account/verify/send', { email: ANN.email });
    await expect.poll(() => world.mails.length).toBe(2);
    await world.verify();
    const staff = await session();
    expect([staff?.role, staff?.isCurrent()]).toEqual(['staff', true]);
    expect(await world.accounts.isVerified(ANN.email)).toBe(true);
    await grants.revoke(ANN.email);
    expect(staff?.isCurrent()).toBe(false);
    expect((await session())?.role).toBe('customer');
    await world.close();
  });
});

describe('a private server for one command', () => {
  const openPrivately = async (settings: Readonly<Record<string, string>> = {}) => {
    const env = { DATA_DIR: folder, ADMIN_TOKEN: 'token-of-this-command', ...settings };
    context = createContext(readPrivateConfig(env, folder), { log: silentLog });
    return context;
  };

  test('[R-SHP-04] rejects every call without its token', async () => {
    const opened = await openPrivately();
    const fetch = requireAdminToken(createServerApp(opened), opened.secrets.adminToken);
    const ask = async (path: string, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return (await fetch(new Request(`http://127.0.0.1${path}`, { headers }))).status;
    };
    for (const path of [
      '/',
      '/api/v1/health',
      '/api/v1/config',
      '/api/v1/testing/data/products',
      '/metrics',
    ]) {
      expect([path, await ask(path), await ask(path, 'another token')]).toEqual([path, 401, 401]);
    }
    expect(await ask('/api/v1/health', 'token-of-this-command')).toBe(200);
    expect(await ask('/', 'token-of-this-command')).toBe(404);
  });

  test('[R-CST-11] creates no demo secrets in a production folder, and needs none of its settings', async () => {
    const { secrets, accessCode } = await openPrivately({ PRODUCTION: 'true', PUBLIC_URL: 'nonsense' });
    expect(secrets.adminToken).toBe('token-of-this-command');
    await accessCode.change('heron 7');
    await stop();
    const production = {
      PRODUCTION: 'true',
      PUBLIC_URL: 'https://shop.example',
      ADMIN_TOKEN: 'a-long-admin-token-0123',
      STRIPE_SECRET_KEY: 'sk_live_abc',
      STRIPE_WEBHOOK_SECRET: 'whsec_live',
    };
    const server = await start(production);
    expect(server.context.secrets).toMatchObject({ accessCode: 'heron 7', demo: undefined });
  });

  test('[R-LCK-03] respects an access code from the settings', async () => {
    const { accessCode } = await openPrivately({ ACCESS_CODE: 'kestrel-9' });
    await expect(accessCode.change('heron 7')).rejects.toThrow(/ACCESS_CODE/);
  });

  test('[F15] records in the lock that it is a command', async () => {
    await openPrivately();
    expect(() => createContext(readConfig({ DATA_DIR: folder }, folder), { log: silentLog })).toThrow(
      `is in use by a command with process id ${process.pid}. Nothing was changed. Wait until it has ended.`,
    );
  });

  test('[R-CST-11] leaves no tables that a server would not create', async () => {
    await openPrivately();
    await stop();
    const tablesIn = () => {
      const database = new Database(join(folder, 'nankeen.sqlite'), { readonly: true });
      const names = database
        .prepare<[], string>('SELECT name FROM sqlite_schema ORDER BY name')
        .pluck()
        .all();
      database.close();
      return names;
    };
    const before = tablesIn();
    await start();
    await stop();
    expect(tablesIn()).toEqual(before);
  });
});
