import { beforeEach, expect, test } from 'vitest';
import type { Fetch } from '#shared/api/client.ts';
import { createInstallation, type Installation } from '#pwa/data/session/installation.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createMemoryRecord, type MemoryRecord } from '../support/memory-record.ts';
import { createStore } from '#pwa/create-store.ts';

const WEEK_MS = 7 * 86_400_000;

let clock: TestClock;
let server: CoreServer;
let storage: MemoryRecord;
/** Responses to renewals and registrations, in order. */
let answers: string[];
/** Called after the response to a call, before the device receives it. */
let onAnswer: () => Promise<void>;

beforeEach(() => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  storage = createMemoryRecord();
  answers = [];
  onAnswer = async () => {};
});

function openTab(on = storage): Installation {
  const fetch: Fetch = async (url, init) => {
    const response = await server.app.request(url, init as RequestInit & { signal?: never });
    answers.push(`${url.endsWith('generate') ? 'renew' : 'register'} ${response.status}`);
    await onAnswer();
    return response;
  };
  return createInstallation({
    app: { appId: 'nankeen-store', authVersion: 'FIS_v2', sdkVersion: '1.0.0' },
    storage: on,
    fid: createStore<string | undefined>(undefined),
    fetch,
    origin: 'http://localhost',
    isOnline: () => true,
    now: () => clock.now(),
  });
}

/** Lets the auth token expire and gets another one. */
async function renew(tab: Installation): Promise<void> {
  clock.advance(WEEK_MS);
  await tab.authToken();
}

test('[T12] a device renews its token with the latest refresh token, year after year', async () => {
  const tab = openTab();
  await tab.authToken();
  const fid = await tab.fid();
  for (let week = 0; week < 60; week++) await renew(openTab());
  expect(await openTab().fid()).toBe(fid);
  expect(new Set(answers.slice(1))).toEqual(new Set(['renew 200']));
});

test('[T12] a device whose responses are repeatedly lost is not locked out', async () => {
  await openTab().authToken();
  const fid = await openTab().fid();
  for (let week = 0; week < 3; week++) {
    clock.advance(WEEK_MS);
    onAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
    for (let loss = 0; loss < 3; loss++) await expect(openTab().authToken()).rejects.toThrow();
    onAnswer = async () => {};
    await openTab().authToken();
  }
  expect(await openTab().fid()).toBe(fid);
});

test('[F80] a copied device becomes a separate device once both have renewed, and the original is unaffected', async () => {
  const mine = openTab();
  await mine.authToken();
  const fid = await mine.fid();
  await renew(mine);
  const copied = openTab(createMemoryRecord(storage.stored));
  await renew(mine);
  await copied.authToken();
  await renew(mine);
  answers.length = 0;
  await copied.authToken();
  // Both its refresh token and the previous one were replaced.
  expect(answers).toEqual(['renew 401', 'renew 401', 'register 200']);
  expect([(await mine.fid()) === fid, (await copied.fid()) === fid]).toEqual([true, false]);
  for (let week = 0; week < 3; week++) {
    await renew(mine);
    await copied.authToken();
  }
  expect(answers.slice(3)).toEqual(Array.from({ length: 6 }, () => 'renew 200'));
  expect(await mine.fid()).toBe(fid);
});

test('[T12] of two tabs that renew at once, neither discards the other’s token', async () => {
  await openTab().authToken();
  const fid = await openTab().fid();
  for (let week = 0; week < 3; week++) {
    clock.advance(WEEK_MS);
    await Promise.all([openTab().authToken(), openTab().authToken()]);
  }
  expect(await openTab().fid()).toBe(fid);
  expect(answers.filter((answer) => answer !== 'renew 200')).toEqual(['register 200']);
});

test('[T12] a tab whose response arrives long after another tab’s keeps the newer token', async () => {
  await openTab().authToken();
  const fid = await openTab().fid();
  clock.advance(WEEK_MS);
  let arrive = () => {};
  onAnswer = () => new Promise((resolve) => (arrive = resolve));
  const late = openTab().authToken();
  await expect.poll(() => answers.length).toBe(2);
  onAnswer = async () => {};
  await openTab().authToken();
  await renew(openTab());
  arrive();
  await late;
  await renew(openTab());
  await renew(openTab());
  expect(await openTab().fid()).toBe(fid);
});

test('[F53] a device that can’t store anything more continues with its stored token', async () => {
  await openTab().authToken();
  const fid = await openTab().fid();
  storage.isFull = true;
  const tab = openTab();
  for (let week = 0; week < 3; week++) await renew(tab);
  storage.isFull = false;
  await renew(openTab());
  expect(await openTab().fid()).toBe(fid);
  expect(answers.filter((answer) => answer !== 'renew 200')).toEqual(['register 200']);
});
