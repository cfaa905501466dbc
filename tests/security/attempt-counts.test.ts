import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createContext } from '#server/context.ts';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import { createServerApp } from '#server/server-app.ts';
import { ACCESS_CODE, TEST_CONFIG, TEST_SECRETS } from '../support/core-server.ts';
import { quickHasher } from '../support/quick-hasher.ts';
import { silentLog } from '../support/silent-log.ts';
import { createTestClock } from '../support/test-clock.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'nankeen-counts-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const clock = createTestClock();

/** The server on its own data folder. */
function start() {
  const context = createContext(
    { ...TEST_CONFIG, dataDir },
    {
      secrets: TEST_SECRETS,
      clock,
      log: silentLog,
      addressOf: () => '203.0.113.7',
      hasher: quickHasher,
    },
  );
  const app = createServerApp(context);
  const call = async (path: string, body: object, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const response = await app.request(`http://localhost:8787/api/v1${path}`, {
      ...init,
      body: JSON.stringify(body),
    });
    return response.status;
  };
  const token = signDeviceToken('thief', clock.now(), TEST_SECRETS.tokenSecret);
  return {
    enterCode: (code: string) => call('/access-code', { code }, { authorization: `Bearer ${token}` }),
    signIn: (password: string) =>
      call(
        '/auth/sign-in/email',
        { email: 'ann@example.com', password },
        { origin: 'http://localhost:8787' },
      ),
    close: context.close,
  };
}

test('[T07] [T14] guesses of the second before a clean stop still count after it', async () => {
  const first = start();
  const guesses = [];
  for (let guess = 0; guess < 60; guess++) guesses.push(await first.enterCode(`guess ${guess}`));
  const passwords = [];
  for (let guess = 0; guess < 10; guess++) passwords.push(await first.signIn(`guess ${guess}`));
  expect([new Set(guesses), new Set(passwords)]).toEqual([new Set([200]), new Set([401])]);
  await first.close();

  const second = start();
  expect([await second.enterCode(ACCESS_CODE), await second.signIn('the right one')]).toEqual([429, 429]);
  await second.close();
});
