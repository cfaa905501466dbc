import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { spawnCli } from './support/cli-process.ts';

const ADMIN_TOKEN = 'u0Yb2-7cV9xkQm4Zt1rW';
const MIA = 'mia@shop.example';
const KIM = 'kim@shop.example';

let mail: MailServer;
let server: ShopServer;
beforeAll(async () => {
  mail = await startMailServer();
  server = await startShopServer({
    PRODUCTION: 'true',
    PUBLIC_URL: 'https://shop.example',
    STAFF_EMAILS: MIA,
    SMTP_URL: mail.url,
    ADMIN_TOKEN,
    ACCESS_CODE: 'kestrel-9',
    STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjt',
    STRIPE_WEBHOOK_SECRET: 'whsec_7f3Kd93jfKslw02',
  });
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

const type = (args: readonly string[], token = ADMIN_TOKEN) =>
  spawnCli(['staff', ...args], { NANKEEN_SERVER: server.origin, NANKEEN_TOKEN: token }).ended;

interface Listed {
  readonly command: string;
  readonly staff: readonly { readonly email: string }[];
}

async function listed(email: string): Promise<unknown> {
  const { out, err, exitCode } = await type(['list', '--json']);
  expect([exitCode, err]).toEqual([0, '']);
  const list = JSON.parse(out) as Listed;
  expect(list).toMatchObject({ command: 'staff list', isEverybodyStaff: false });
  return list.staff.find((one) => one.email === email);
}

describe('nankeen staff, typed against a shop in production', () => {
  it('[R-ROL-03] [R-SHP-04] grants a role, replaces it, lists it and revokes it, and mails the person', async () => {
    const granted = await type(['grant', ' Kim@Shop.example ']);
    expect(granted).toEqual({
      exitCode: 0,
      out: '',
      err: `${KIM} is staff as soon as an account with this verified address exists.\n`,
    });
    await expect.poll(() => mail.taken.filter(({ to }) => to.includes(KIM)).length).toBe(1);
    expect(await listed(KIM)).toMatchObject({
      role: 'staff',
      source: 'granted',
      grantedBy: 'admin',
      account: 'none',
    });
    const replaced = await type(['grant', KIM, '--role', 'manager', '--json']);
    expect(JSON.parse(replaced.out)).toMatchObject({ command: 'staff grant', email: KIM, role: 'manager' });
    const { out } = await type(['list']);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^address +role +from +account +second factor$/),
      expect.stringMatching(/^kim@shop\.example +manager +granted .+ by admin +no account yet +no$/),
      expect.stringMatching(/^mia@shop\.example +manager +STAFF_EMAILS +no account yet +no$/),
    ]);
    const revoked = await type(['revoke', KIM]);
    expect(revoked).toEqual({
      exitCode: 0,
      out: '',
      err: `${KIM} no longer has a granted role, from the next request.\n`,
    });
    expect(await listed(KIM)).toBeUndefined();
  });

  it.each([
    ['an address that was not granted', ['revoke', 'bo@shop.example'], 3, 'so there is nothing to revoke'],
    [
      'an address of the settings',
      ['revoke', MIA],
      5,
      'is still a manager, because the setting STAFF_EMAILS',
    ],
    ['an invalid address', ['grant', 'kim'], 4, 'This is no email address.'],
    ['a role that there is not', ['grant', KIM, '--role', 'owner'], 2, 'Allowed choices are staff, manager'],
    ['no address', ['grant'], 2, 'EMAIL'],
  ] as const)(
    '[R-ROL-03] [R-SHP-04] refuses %s in words, and changes nothing',
    async (_what, args, exitCode, words) => {
      const before = await type(['list', '--json']);
      const refused = await type(args);
      expect(refused).toMatchObject({ exitCode, out: '' });
      expect(refused.err).toContain(words);
      expect((await type(['list', '--json'])).out).toBe(before.out);
    },
  );

  it('[R-ROL-03] [R-SHP-04] a wrong token is refused, with the way to sign in, as JSON too', async () => {
    expect(await type(['list'], 'not the token')).toMatchObject({ exitCode: 6, out: '' });
    const { exitCode, err } = await type(['grant', KIM, '--json'], 'not the token');
    expect(exitCode).toBe(6);
    expect(err).toContain('nankeen login');
    expect(await listed(KIM)).toBeUndefined();
  });
});
