import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StaffList } from '#shared/api/staff-routes.ts';
import {
  createAccountWorld,
  errorOf,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import { TEST_SECRETS } from '../support/core-server.ts';

const PASSWORD = 'correct horse 9';
const STAFF = '/api/v1/admin/staff';
const MANAGER_CALLS = [
  ['GET', STAFF],
  ['POST', STAFF],
  ['POST', `${STAFF}/revoke`],
  ['GET', '/api/v1/admin/devices'],
  ['GET', '/api/v1/admin/rejections'],
] as const;

let world: AccountWorld;
beforeEach(async () => void (world = await createAccountWorld({ staffEmails: [] })));
afterEach(() => world.close());

/** A browser that is signed in to a new account with a verified address. */
async function enter(email: string): Promise<TestBrowser> {
  const browser = world.newBrowser();
  await browser.signUp({ name: email, email, password: PASSWORD });
  expect((await browser.session()).account?.email).toBe(email);
  expect((await browser.call('POST', '/api/v1/account/confirm', { password: PASSWORD })).status).toBe(200);
  return browser;
}

async function enterAsManager(email: string): Promise<TestBrowser> {
  await world.staffGrants.grant({ email, role: 'manager', at: 0, by: 'admin' });
  return enter(email);
}

const rolesIn = async (response: Response) =>
  ((await response.json()) as StaffList).staff.map(({ email, role, grantedBy }) => [email, role, grantedBy]);

const asAdmin = async (path: string, body: object) =>
  world.app.request(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_SECRETS.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the role of an account', () => {
  test('[R-ROL-03] a manager makes an account staff, then manager, and takes the role away again', async () => {
    const mia = await enterAsManager('mia@shop.example');
    const kim = await enter('kim@shop.example');
    const roleOfKim = async () => {
      const { role, isStaff } = await kim.session();
      return [role, isStaff];
    };
    expect(await roleOfKim()).toEqual(['customer', false]);

    const granted = await mia.call('POST', STAFF, { email: 'Kim@Shop.example' });
    expect(await rolesIn(granted)).toEqual([
      ['kim@shop.example', 'staff', 'mia@shop.example'],
      ['mia@shop.example', 'manager', 'admin'],
    ]);
    expect(await roleOfKim()).toEqual(['staff', true]);
    const newest = () => world.mails.at(-1);
    await expect.poll(newest).toMatchObject({
      to: 'kim@shop.example',
      text: expect.stringContaining('You are now a member of staff'),
    });
    for (const [method, path] of MANAGER_CALLS) {
      const refused = await kim.call(method, path, method === 'GET' ? undefined : {});
      expect([method, path, refused.status, (await errorOf(refused)).reason]).toEqual([
        method,
        path,
        403,
        'MANAGER',
      ]);
    }

    expect((await mia.call('POST', STAFF, { email: 'kim@shop.example', role: 'manager' })).status).toBe(200);
    expect(await roleOfKim()).toEqual(['manager', true]);
    expect((await kim.call('GET', '/api/v1/admin/devices')).status).toBe(200);

    expect((await mia.call('POST', `${STAFF}/revoke`, { email: 'kim@shop.example' })).status).toBe(200);
    expect(await roleOfKim()).toEqual(['customer', false]);
    expect((await kim.call('GET', '/api/v1/admin/devices')).status).toBe(401);
  });

  test('[R-ROL-03] a manager can’t give up the own role by mistake', async () => {
    const mia = await enterAsManager('mia@shop.example');
    await world.staffGrants.grant({ email: 'kim@shop.example', role: 'manager', at: 0, by: 'admin' });
    for (const [path, body] of [
      [STAFF, { email: 'Mia@shop.example', role: 'staff' }],
      [`${STAFF}/revoke`, { email: 'mia@shop.example' }],
    ] as const) {
      const refused = await mia.call('POST', path, body);
      expect([refused.status, (await errorOf(refused)).reason]).toEqual([412, 'OWN_ROLE']);
    }
    expect((await mia.session()).role).toBe('manager');
  });

  test('[R-ROL-03] not even the admin takes the role from the only manager', async () => {
    await world.staffGrants.grant({ email: 'mia@shop.example', role: 'manager', at: 0, by: 'admin' });
    for (const [path, body] of [
      [STAFF, { email: 'mia@shop.example', role: 'staff' }],
      [`${STAFF}/revoke`, { email: 'mia@shop.example' }],
    ] as const) {
      const refused = await asAdmin(path, body);
      expect([refused.status, (await errorOf(refused)).reason]).toEqual([412, 'LAST_MANAGER']);
    }
    await world.staffGrants.grant({ email: 'kim@shop.example', role: 'manager', at: 0, by: 'admin' });
    expect((await asAdmin(`${STAFF}/revoke`, { email: 'mia@shop.example' })).status).toBe(200);
  });

  test.each([
    ['revoked', `${STAFF}/revoke`, {}],
    ['lowered', STAFF, { role: 'staff' }],
  ])('[R-ROL-03] of two managers whose roles are %s at once, one stays', async (_how, path, role) => {
    const emails = ['mia@shop.example', 'kim@shop.example'];
    for (const email of emails) await world.staffGrants.grant({ email, role: 'manager', at: 0, by: 'admin' });
    const responses = await Promise.all(emails.map((email) => asAdmin(path, { email, ...role })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const managers = (await world.staffGrants.list()).filter((grant) => grant.role === 'manager');
    expect(managers).toHaveLength(1);
  });
});
