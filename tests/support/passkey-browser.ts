import { expect } from 'vitest';
import type { TestBrowser } from './account-world.ts';
import type { Lies, PasskeyDevice, PasskeyOptions } from './passkey-device.ts';

export const PASSKEYS = '/api/v1/account/passkeys';

/** What the page of a signed-in account gives to a new passkey. */
export async function beginPasskey(browser: TestBrowser): Promise<PasskeyOptions> {
  const response = await browser.call('POST', `${PASSKEYS}/begin`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { options: PasskeyOptions }).options;
}

/** What a page gives to a passkey that signs. */
export async function askPasskey(browser: TestBrowser, purpose = 'sign-in'): Promise<PasskeyOptions> {
  const response = await browser.call('POST', `${PASSKEYS}/ask`, { purpose });
  expect(response.status).toBe(200);
  return ((await response.json()) as { options: PasskeyOptions }).options;
}

/** @returns recovery codes */
export async function addPasskey(
  browser: TestBrowser,
  device: PasskeyDevice,
  name?: string,
): Promise<readonly string[]> {
  const passkey = device.create(await beginPasskey(browser));
  const response = await browser.call('POST', PASSKEYS, { passkey, name });
  expect(response.status).toBe(200);
  return ((await response.json()) as { recoveryCodes: readonly string[] }).recoveryCodes;
}

export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
}

export async function listPasskeys(browser: TestBrowser): Promise<readonly ShownPasskey[]> {
  const response = await browser.call('GET', PASSKEYS);
  return ((await response.json()) as { passkeys: readonly ShownPasskey[] }).passkeys;
}

export async function signInWithPasskey(
  browser: TestBrowser,
  device: PasskeyDevice,
  lies?: Lies,
): Promise<Response> {
  const passkey = device.sign(await askPasskey(browser), lies);
  return browser.call('POST', `${PASSKEYS}/sign-in`, { passkey });
}

/** Gives the second factor. */
export async function answerWithPasskey(browser: TestBrowser, device: PasskeyDevice): Promise<Response> {
  const passkey = device.sign(await askPasskey(browser, 'second-factor'));
  return browser.call('POST', '/api/v1/account/second-factor', { passkey });
}
