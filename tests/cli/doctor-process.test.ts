import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DoctorCheck } from '#shared/api/doctor-routes.ts';
import { toCodeAt } from '../support/code-app.ts';
import { startHttpsProxy, type HttpsProxy } from '../support/https-proxy.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { spawnCli } from './support/cli-process.ts';

const ADMIN_TOKEN = 'u0Yb2-7cV9xkQm4Zt1rW';
const STRIPE_KEY = 'sk_live_4eC39HqLyjWDarjt';
const WEBHOOK_SECRET = 'whsec_7f3Kd93jfKslw02';
const MANAGERS = ['mia@shop.example', 'kim@shop.example'];
const PASSWORD = 'correct horse battery 9';

let mail: MailServer;
let proxy: HttpsProxy;
let server: ShopServer;
const folder = mkdtempSync(join(tmpdir(), 'nankeen-doctor-'));
const certificate = join(folder, 'certificate.pem');
beforeAll(async () => {
  [mail, proxy] = await Promise.all([startMailServer(), startHttpsProxy()]);
  writeFileSync(certificate, proxy.certificate);
  server = await startShopServer({
    PRODUCTION: 'true',
    PUBLIC_URL: proxy.origin,
    CONTACT_EMAIL: 'hello@shop.example',
    STAFF_EMAILS: MANAGERS.join(','),
    SMTP_URL: mail.url,
    ADMIN_TOKEN,
    ACCESS_CODE: 'kestrel-9',
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    COMPANY_NAME: 'Nankeen Pty Ltd',
    COMPANY_ADDRESS: '12 Hangar Road, Tamworth NSW 2340',
    ABN: '51824753556',
    GST_RULE: 'law',
  });
  proxy.forwardTo(server.origin.replace('localhost', '127.0.0.1'));
});
afterAll(async () => {
  await server.stop();
  proxy.close();
  await mail.stop();
  rmSync(folder, { recursive: true });
});

function type(args: readonly string[], { trusts = true } = {}) {
  const environment = { NANKEEN_SERVER: server.origin, NANKEEN_TOKEN: ADMIN_TOKEN };
  return spawnCli(args, trusts ? { ...environment, NODE_EXTRA_CA_CERTS: certificate } : environment).ended;
}

async function examine(): Promise<{
  exitCode: number | null;
  of: (name: string) => DoctorCheck | undefined;
}> {
  const { exitCode, out } = await type(['doctor', '--json']);
  const { checks } = JSON.parse(out) as { readonly checks: readonly DoctorCheck[] };
  return { exitCode, of: (name) => checks.find(({ check }) => check === name) };
}

/** Signs up, uses the mailed link, signs in and sets up a code app. */
async function becomeManager(email: string): Promise<void> {
  const jar = new Map<string, string>();
  const call = async (path: string, json: object = {}): Promise<unknown> => {
    const response = await fetch(`${server.origin}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: proxy.origin,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': [...jar].find(([name]) => name.endsWith('XSRF-TOKEN'))?.[1] ?? '',
      },
      body: JSON.stringify(json),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  };
  await call('/auth/sign-up/email', { email, password: PASSWORD, name: 'Mia' });
  const message = () => mail.taken.find(({ to }) => to.includes(email))?.message ?? '';
  await expect.poll(message).toContain('/login/verify#');
  const token = /verify#(\w+)/.exec(message().replaceAll(/=\r?\n/g, ''))?.[1];
  await call('/account/verify', { token, password: PASSWORD });
  jar.clear();
  await call('/auth/sign-in/email', { email, password: PASSWORD });
  const { key } = (await call('/account/totp/enable')) as { readonly key: string };
  await call('/account/totp/verify', { code: toCodeAt(key, Date.now()) });
}

describe('nankeen doctor, typed against a shop in production', () => {
  it('[R-SHP-04] names what is missing and exits with 9, and with 0 once it is there', async () => {
    const before = await examine();
    expect(before.exitCode).toBe(9);
    expect(before.of('address')).toMatchObject({
      state: 'ok',
      text: `${proxy.origin} leads to this server.`,
    });
    expect(before.of('mail')).toMatchObject({ state: 'ok' });
    expect(before.of('company')).toMatchObject({ state: 'ok' });
    expect(before.of('managers')).toMatchObject({ state: 'problem' });

    for (const email of MANAGERS) await becomeManager(email);
    expect(await type(['backup', 'create'])).toMatchObject({ exitCode: 0 });
    const { exitCode, out, err } = await type(['doctor']);
    expect(out).toMatch(/^ok +managers +2 managers can sign in with a second factor\.$/m);
    expect(out).toMatch(/^ok +backups +The newest backup is 0 hours old\./m);
    expect(out).not.toMatch(/^problem/m);
    expect(err).toMatch(/^The shop is ready to go live, with \d warnings?\.\n$/);
    expect(exitCode).toBe(0);
    for (const secret of [ADMIN_TOKEN, STRIPE_KEY, WEBHOOK_SECRET, 'kestrel-9'])
      expect(out).not.toContain(secret);
  });

  it('[R-SHP-04] a certificate that nobody trusts is a problem with the address', async () => {
    const { exitCode, out } = await type(['doctor'], { trusts: false });
    expect(exitCode).toBe(9);
    expect(out).toMatch(/^problem +address +https:\S+ can’t be reached from here \(\w*SELF_SIGNED\w*\)/m);
  });

  it('[R-SHP-04] a mail server that is gone, and an address that leads elsewhere, are problems', async () => {
    const other = await startShopServer();
    onTestFinished(() => other.stop());
    proxy.forwardTo(other.origin.replace('localhost', '127.0.0.1'));
    await mail.stop();
    const { exitCode, of } = await examine();
    expect(exitCode).toBe(9);
    expect(of('mail')).toMatchObject({ state: 'problem', text: expect.stringContaining('ECONNREFUSED') });
    expect(of('address')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('leads to another server'),
    });
  });

  it('[R-SHP-04] without the admin token, with a data folder and without a server it says what to do', async () => {
    const environment = { NANKEEN_SERVER: server.origin, NANKEEN_TOKEN: 'not the token' };
    expect((await spawnCli(['doctor'], environment).ended).exitCode).toBe(6);
    const { exitCode, err } = await type(['doctor', '--db', 'data']);
    expect(exitCode).toBe(2);
    expect(err).toContain('omit --db');
    const nowhere = { NANKEEN_SERVER: 'http://127.0.0.1:9', NANKEEN_TOKEN: ADMIN_TOKEN };
    expect((await spawnCli(['doctor'], nowhere).ended).exitCode).toBe(7);
  });
});
