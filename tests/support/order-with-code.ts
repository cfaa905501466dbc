import { expect } from 'vitest';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import { ACCESS_CODE_HEADER, readCsrfCookie } from '#shared/api/routes.ts';
import { ORIGIN, toCookieHeader, type AccountWorld, type TestBrowser } from './account-world.ts';
import { dataPath } from './core-calls.ts';
import { ACCESS_CODE, TEST_SECRETS } from './core-server.ts';

export const PERSON_DEVICE = 'device-of-a-person-1';

/** Makes a purchase order from a device that has the access code. @returns the code's token */
export async function orderWithCode(world: AccountWorld, browser: TestBrowser, id: string): Promise<string> {
  const cookies = toCookieHeader(browser.jar);
  const device = signDeviceToken(PERSON_DEVICE, world.clock.now() + 60_000, TEST_SECRETS.tokenSecret);
  const headers = {
    authorization: `Bearer ${device}`,
    cookie: cookies,
    origin: ORIGIN,
    'x-xsrf-token': readCsrfCookie(cookies) ?? '',
    'content-type': 'application/json',
  };
  const post = (to: string, body: object, more: object = {}) =>
    world.app.request(`${ORIGIN}${to}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  const { token } = (await (await post('/api/v1/access-code', { code: ACCESS_CODE })).json()) as {
    token: string;
  };
  const content = {
    FBUID: id,
    templateImage: '',
    selectedComponents: [{ name: 'FPV Goggles', quantity: 2, price: 549 }],
    role: 'Civilian',
    engineeringNeeds: '',
    missionType: '',
  };
  const ordered = await post(`/api/v1${dataPath('ukraines')}`, content, { [ACCESS_CODE_HEADER]: token });
  expect(ordered.status, await ordered.clone().text()).toBe(201);
  return token;
}
