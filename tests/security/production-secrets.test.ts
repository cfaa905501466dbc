import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig, type Environment } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { createServerApp } from '#server/server-app.ts';
import { readSecrets, type Secrets } from '#server/secrets.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { silentLog } from '../support/silent-log.ts';

const PRODUCTION = {
  PRODUCTION: 'true',
  PUBLIC_URL: 'https://shop.example',
  ADMIN_TOKEN: 'u0Yb2-7cV9xkQm4Zt1rW',
  ACCESS_CODE: 'kestrel-9',
  STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjt',
  STRIPE_WEBHOOK_SECRET: 'whsec_7f3Kd93jfKslw02',
};
const [OLD, NEW] = ['9cUq2-Xb7tLw0VzR5yNk3mPd8sHf1jGa', 'dT4-kWz8rQv1Yx6Lp0Bn7cMj3gHs5FuE'];

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nankeen-production-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The problems that stop a start, one a line. */
function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig({ DATA_DIR: 'data', ...env }, folder);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return (error as AppError).message.split('\n').slice(1);
  }
  return [];
}

/** The secrets of a demo, as its banner and `secrets.json` show them. */
function demoSecrets(dataDir: string): Record<string, string> {
  const { adminToken, accessCode, webhookSecrets, demo } = readSecrets(
    readConfig({ DATA_DIR: dataDir }, folder),
  );
  return {
    ADMIN_TOKEN: adminToken,
    ACCESS_CODE: accessCode,
    STRIPE_WEBHOOK_SECRET: webhookSecrets.join(),
    STRIPE_SECRET_KEY: demo?.paymentKey ?? '',
  };
}

test.each(['data', 'other'])(
  '[T50] production refuses every secret of a demo in the folder %s, and names them all at once',
  (dataDir) => {
    const copied = demoSecrets(dataDir);
    const problems = problemsOf({ ...PRODUCTION, ...copied });
    expect(problems.map((problem) => /- (\w+):/.exec(problem)?.[1])).toEqual(
      expect.arrayContaining(Object.keys(copied)),
    );
    for (const secret of Object.values(copied)) expect(problems.join()).not.toContain(secret);
  },
);

test('[T50] production refuses secrets that an earlier version made for the demo in its folder', () => {
  demoSecrets('data');
  const stored = { adminToken: 'q1W2e3R4t5Y6u7I8o9P0', accessCode: 'K7QX-93ZD' };
  const signing = { tokenSecret: OLD, authSecret: NEW };
  writeFileSync(join(folder, 'data/secrets.json'), JSON.stringify({ ...stored, ...signing }));
  const copied = { ADMIN_TOKEN: stored.adminToken, ACCESS_CODE: stored.accessCode };
  expect(problemsOf({ ...PRODUCTION, ...copied })).toEqual([
    expect.stringContaining('ADMIN_TOKEN: is a demo’s secret'),
    expect.stringContaining('ACCESS_CODE: is a demo’s secret'),
  ]);
  expect(problemsOf(PRODUCTION)).toEqual([]);
});

test.each([
  ['ADMIN_TOKEN', 'aaaaaaaaaaaaaaaa', 'few different characters'],
  ['ADMIN_TOKEN', '1212121212121212121212', 'few different characters'],
  ['TOKEN_SECRET', 'x'.repeat(40), 'few different characters'],
  ['TOKEN_SECRET', `${NEW},${'x'.repeat(40)}`, 'few different characters'],
  ['AUTH_SECRET', 'abc'.repeat(20), 'few different characters'],
  ['ACCESS_CODE', '1111', 'easy to guess'],
  ['ACCESS_CODE', '12345', 'easy to guess'],
  ['ACCESS_CODE', 'aaaaaaaa', 'easy to guess'],
  ['STRIPE_SECRET_KEY', 'sk_test_4eC39HqLyjWDarjt', 'test key'],
  ['STRIPE_SECRET_KEY', 'rk_test_4eC39HqLyjWDarjt', 'test key'],
])('[T50] production refuses %s=%s, and a demo takes it', (name, value, reason) => {
  expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`- ${name}: .*${reason}`)),
  ]);
  const demo = { STRIPE_WEBHOOK_SECRET: PRODUCTION.STRIPE_WEBHOOK_SECRET, [name]: value };
  expect(problemsOf(demo)).toEqual([]);
});

test('[T50] production refuses a short access code that was set by command, and a command may not set one', async () => {
  const context = createContext(readConfig({ ...PRODUCTION, ACCESS_CODE: '', DATA_DIR: 'data' }, folder), {
    log: silentLog,
    secrets: { ...readSecrets(readConfig({}, folder)), demo: undefined },
  });
  await expect(context.accessCode.change('1111')).rejects.toThrow('at least 6 characters');
  await context.accessCode.change('heron 7');
  const unset = { ...PRODUCTION, ACCESS_CODE: '' };
  const signing = { tokenSecret: OLD, authSecret: NEW };
  writeFileSync(join(folder, 'data/secrets.json'), JSON.stringify({ ...signing, chosenAccessCode: '1111' }));
  expect(problemsOf(unset)).toEqual([expect.stringContaining('ACCESS_CODE: is easy to guess')]);
  return context.close();
});

test('[T50] secrets may be in files, and a file that can’t be used is named', () => {
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const { ADMIN_TOKEN, ACCESS_CODE, ...others } = PRODUCTION;
  const settings = {
    ...others,
    ADMIN_TOKEN_FILE: file('token', `${ADMIN_TOKEN}\n`),
    ACCESS_CODE_FILE: file('code', ACCESS_CODE),
    SMTP_URL_FILE: file('mail', 'smtps://shop:secret@mail.example\n'),
  };
  expect(readConfig(settings, folder)).toMatchObject({
    adminToken: ADMIN_TOKEN,
    accessCode: ACCESS_CODE,
    smtpUrl: 'smtps://shop:secret@mail.example',
  });
  const faults = {
    ...settings,
    ACCESS_CODE,
    TOKEN_SECRET_FILE: join(folder, 'missing'),
    AUTH_SECRET_FILE: file('empty', '\n'),
    ADMIN_TOKEN_FILE: file('weak', 'aaaaaaaaaaaaaaaaaaaaa'),
  };
  expect(problemsOf(faults)).toEqual([
    expect.stringContaining('ACCESS_CODE_FILE: is set beside ACCESS_CODE'),
    expect.stringMatching(/TOKEN_SECRET_FILE: .*missing can't be read \(ENOENT\)/),
    expect.stringMatching(/AUTH_SECRET_FILE: .* is empty/),
    expect.stringContaining('ADMIN_TOKEN: has few different characters'),
  ]);
});

test('[T50] while TOKEN_SECRET is replaced, devices keep their tokens; afterwards the old secret is worth nothing', async () => {
  const start = (tokenSecret: string) => {
    const settings = { DATA_DIR: 'data', TOKEN_SECRET: tokenSecret, ACCESS_CODE: 'kestrel-9' };
    const context = createContext(readConfig(settings, folder), { log: silentLog });
    const app = createServerApp(context);
    const call = (path: string, headers: Record<string, string>, body: object = {}) =>
      app.request(`/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    return { call, context, close: () => context.close() };
  };
  const push = { rows: [] };
  const register = { fid: 'a'.repeat(20), appId: 'shop', authVersion: '1', sdkVersion: '1' };

  let server = start(OLD);
  const registered = (await (await server.call('/installations', {}, register)).json()) as {
    readonly fid: string;
    readonly authToken: { readonly token: string };
  };
  const device = { authorization: `Bearer ${registered.authToken.token}` };
  const code = server.context.accessCode.issueToken(registered.fid);
  expect((await server.call('/sync/push', device, push)).status).toBe(200);
  expect(server.context.accessCode.isValid(code, registered.fid)).toBe(true);
  await server.close();

  server = start(`${NEW}, ${OLD}`);
  expect((await server.call('/sync/push', device, push)).status).toBe(200);
  expect(server.context.accessCode.isValid(code, registered.fid)).toBe(true);
  const fresh = (await (
    await server.call('/installations', {}, { ...register, fid: 'b'.repeat(20) })
  ).json()) as typeof registered;
  await server.close();

  server = start(NEW);
  expect((await server.call('/sync/push', device, push)).status).toBe(401);
  expect(server.context.accessCode.isValid(code, registered.fid)).toBe(false);
  const second = { authorization: `Bearer ${fresh.authToken.token}` };
  expect((await server.call('/sync/push', second, push)).status).toBe(200);
  await server.close();
});

test('[T50] a production server starts on these settings', async () => {
  const context = createContext(readConfig({ ...PRODUCTION, DATA_DIR: 'data' }, folder), { log: silentLog });
  const expected: Partial<Secrets> = { adminToken: PRODUCTION.ADMIN_TOKEN, demo: undefined };
  expect(context.secrets).toMatchObject(expected);
  await context.close();
});
