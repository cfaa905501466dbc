import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StaffList } from '#shared/api/staff-routes.ts';
import {
  ANN,
  createAccountWorld,
  errorOf,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import { enquiryContent } from '../support/samples.ts';

const KIM = { name: 'Kim', email: 'kim@shop.example', password: 'another horse 7' };
const DISABLE = '/api/v1/admin/accounts/disable';
const ENABLE = '/api/v1/admin/accounts/enable';

let world: AccountWorld;
let kim: TestBrowser;
/** Ann is a manager who has just signed in; Kim has an account. */
beforeEach(async () => {
  world = await createAccountWorld();
  await world.signUp();
  await world.verify();
  await world.signIn(ANN.email, ANN.password);
  kim = world.newBrowser();
  await kim.signUp(KIM);
  await kim.verify();
});
afterEach(() => world.close());

const signIn = async (password: string) => {
  const response = await world.newBrowser().signIn(KIM.email, password);
  return [response.status, response.status === 200 ? undefined : (await errorOf(response)).reason];
};

test('[AU9] [R-ERR-13] a disabled account is signed out everywhere, and only the right password tells why it can’t sign in', async () => {
  const disabled = await world.call('POST', DISABLE, { email: 'Kim@Shop.example' });
  expect(((await disabled.json()) as StaffList).disabled).toEqual([
    { email: KIM.email, at: new Date(world.clock.now()).toISOString(), by: ANN.email },
  ]);
  expect((await kim.session()).account).toBeNull();
  expect(await signIn(KIM.password)).toEqual([403, 'user-disabled']);
  expect(await signIn('a wrong password')).toEqual([401, 'invalid-credential']);

  expect((await world.call('POST', ENABLE, { email: KIM.email })).status).toBe(200);
  expect(await signIn(KIM.password)).toEqual([200, undefined]);
  expect((await world.call('POST', ENABLE, { email: KIM.email })).status).toBe(404);
});

test('[AU9] a link for a disabled account changes nothing', async () => {
  await kim.call('POST', '/api/v1/auth/sign-out');
  const bo = world.newBrowser();
  const before = world.mails.length;
  await bo.sendSignUp({ ...KIM, email: 'bo@shop.example' });
  await expect.poll(() => world.mails.length).toBe(before + 1);
  await world.call('POST', DISABLE, { email: 'bo@shop.example' });
  const refused = await bo.verify('yet another horse 5');
  expect([refused.status, (await errorOf(refused)).reason]).toEqual([403, 'user-disabled']);
  expect(await world.accounts.isVerified('bo@shop.example')).toBe(false);
});

test('[AU9] the documents of a disabled account stay, and are its own again when it is enabled', async () => {
  const path = '/api/v1/testing/data/contacts';
  const enquiry = { FBUID: 'kims', ...enquiryContent() };
  const created = await kim.call('POST', path, enquiry);
  const stored = (await created.json()) as { FBUID?: string };
  expect([created.status, stored.FBUID]).toEqual([201, 'kims']);
  await world.call('POST', DISABLE, { email: KIM.email });
  expect((await world.call('GET', `${path}/kims`)).status).toBe(200);
  await world.call('POST', ENABLE, { email: KIM.email });
  await kim.signIn(KIM.email, KIM.password);
  expect((await kim.call('GET', `${path}/kims`)).status).toBe(200);
});

test('[AU9] a manager can’t disable the own account, nor one that doesn’t exist', async () => {
  const own = await world.call('POST', DISABLE, { email: ANN.email });
  expect([own.status, (await errorOf(own)).reason]).toEqual([412, 'OWN_ACCOUNT']);
  expect((await world.call('POST', DISABLE, { email: 'nobody@shop.example' })).status).toBe(404);
});

test('[AU7] a manager ends the sessions of one account, and of all others', async () => {
  const end = async (path: string, body: object) =>
    (await (await world.call('POST', `/api/v1/admin/accounts/${path}`, body)).json()) as { ended?: number };
  const phone = world.newBrowser();
  await phone.signIn(KIM.email, KIM.password);
  expect(await end('end-sessions', { email: KIM.email })).toEqual({ ended: 2 });
  expect([(await kim.session()).account, (await phone.session()).account]).toEqual([null, null]);

  await phone.signIn(KIM.email, KIM.password);
  expect(await end('end-all-sessions', { of: 'everybody' })).toEqual({ ended: 1 });
  expect((await phone.session()).account).toBeNull();
  expect((await world.session()).account?.email).toBe(ANN.email);
});
