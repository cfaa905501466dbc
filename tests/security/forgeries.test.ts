import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACCESS_CODE_HEADER } from '#shared/api/routes.ts';
import { createPaymentWorld, SHOP } from '../support/payment-world.ts';
import { ANN, createAccountWorld, ORIGIN, type AccountWorld } from '../support/account-world.ts';
import { TEST_SECRETS } from '../support/core-server.ts';
import { createAttackWorld, type AttackWorld } from './attack-world.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = {
  sub: 'ada',
  fid: 'ada',
  email: 'sam@example.com',
  isStaff: true,
  isAdmin: true,
  exp: 9_999_999_999,
};

/** A JSON web token; no token of this server is one. */
function toJwt(alg: string, signature = ''): string {
  return `${encode({ alg, typ: 'JWT' })}.${encode(claims)}.${signature}`;
}

const hmacOf = (text: string) =>
  createHmac('sha256', TEST_SECRETS.tokenSecret).update(text).digest('base64url');
const unsigned = toJwt('HS256').replace(/\.$/, '');

describe('tokens of another making', () => {
  let world: AttackWorld;
  beforeEach(async () => void (world = await createAttackWorld()));
  afterEach(() => world.close());

  test.each([
    ['without an algorithm', toJwt('none')],
    ['without an algorithm, in capitals', toJwt('NONE')],
    ['with an empty signature', toJwt('HS256')],
    ['signed with the secret of the device tokens', `${unsigned}.${hmacOf(unsigned)}`],
    ['of a device, without a signature', 'd1.ada.9999999999.'],
    ['of a device, with its parts in another order', `d1.9999999999.ada.${hmacOf('d1.ada.9999999999')}`],
    ['of a device, with a part too many', `d1.ada.9999999999.x.${hmacOf('d1.ada.9999999999.x')}`],
    ['of a device that never expires', `d1.ada.Infinity.${hmacOf('d1.ada.Infinity')}`],
    ['of a device that expired before 1970', `d1.ada.-1.${hmacOf('d1.ada.-1')}`],
  ])('[T12] [T15] a token %s opens nothing', async (_what, token) => {
    const get = async (headers: Record<string, string>) =>
      (await world.app.request('/api/v1/admin/collections', { headers })).status;
    expect(await get({ authorization: `Bearer ${token}` })).toBe(401);
    const { sessionCookieName } = world.context.accounts;
    expect(await get({ cookie: `${sessionCookieName}=${token}` })).toBe(401);
    expect(await get({ ...world.headersOf('ada'), [ACCESS_CODE_HEADER]: token })).toBe(403);
    const verified = await world.app.request(`/api/v1/auth/verify-email?token=${token}`);
    expect(verified.status).toBeGreaterThanOrEqual(400);
  });
});

describe('a request that names another host', () => {
  const FORGED = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    'x-original-url': 'http://evil.example/',
  };

  let world: AccountWorld;
  beforeEach(async () => void (world = await createAccountWorld()));
  afterEach(() => world.close());

  test('[T44] [T38] the link of a mail leads to the shop', async () => {
    const response = await world.app.request('http://evil.example/api/v1/auth/sign-up/email', {
      method: 'POST',
      headers: { ...FORGED, origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify(ANN),
    });
    expect(response.status).toBe(200);
    await expect.poll(() => world.mails.length).toBe(1);
    expect(world.mails[0]?.text).toContain(ORIGIN);
    expect(JSON.stringify(world.mails)).not.toContain('evil');
  });

  test('[T44] the payment page is the shop’s', async () => {
    const payments = createPaymentWorld();
    const response = await payments.app.request('http://evil.example/api/v1/checkout/sessions', {
      method: 'POST',
      headers: { ...FORGED, 'content-type': 'application/json' },
      body: JSON.stringify({ lines: [{ price: 'price_demo_recon-vtol', quantity: 1 }] }),
    });
    const { url } = (await response.json()) as { url: string };
    expect(new URL(url).origin).toBe(SHOP);
  });

  test('[T44] files for search engines name the shop', async () => {
    const site = await createAttackWorld();
    for (const path of ['/robots.txt', '/sitemap.xml']) {
      const response = await site.app.request(`http://evil.example${path}`, { headers: FORGED });
      const text = await response.text();
      expect(text).toContain(ORIGIN);
      expect(text).not.toContain('evil');
    }
    await site.close();
  });
});

test('[T50] no option of the command line takes a secret, which other users of the machine could read', () => {
  const reference = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  const options = [...reference.matchAll(/--([a-z-]+) <(\w+)>/g)].map(
    ([, name, value]) => `${name} ${value}`,
  );
  expect(options.length).toBeGreaterThan(20);
  const secret = options.filter((one) => /token|password|secret|code|key/.test(one.split(' ')[0] ?? ''));
  expect([...new Set(secret)].filter((one) => !one.endsWith(' FILE'))).toEqual([]);
});
