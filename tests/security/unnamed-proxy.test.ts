import { expect, test } from 'vitest';
import { createId } from '#shared/kernel/ids.ts';
import { PUSH, row } from '../support/core-calls.ts';
import { createCoreServer, TEST_CONFIG } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

/** A server whose callers come from this machine. */
function startLocally() {
  const clock = createTestClock();
  const server = createCoreServer(undefined, clock, {
    addressOf: () => '127.0.0.1',
    limits: TEST_CONFIG.writeLimits,
  });
  const guess = async (code: string, device: string, headers: Record<string, string> = {}) => {
    const init = { as: { device }, method: 'POST', json: { code }, headers };
    return (await server.request('/access-code', init)).status;
  };
  return { server, clock, guess };
}

const passed = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;

test('[T14] behind a proxy that no setting names, new devices bring no more guesses at the access code', async () => {
  const { guess, server } = startLocally();
  const statuses = [];
  for (let count = 0; count < 780; count++)
    statuses.push(await guess(`guess ${count}`, `device${count % 13}`, FORWARDED));
  expect(passed(statuses)).toBe(60);
  const warnings = server.log.filter((line) => line.includes('TRUST_PROXY'));
  expect(warnings, 'the log says once what to set').toHaveLength(1);
});

test('[T14] of 10,000 guesses by many devices in many networks 600 are compared, and sixty more each minute', async () => {
  let address = '';
  const clock = createTestClock();
  const server = createCoreServer(undefined, clock, { addressOf: () => address });
  const guess = async (count: number) => {
    address = `198.51.${count >> 8}.${count & 255}`;
    const init = { as: { device: createId() }, method: 'POST', json: { code: `guess ${count}` } };
    return (await server.request('/access-code', init)).status;
  };
  const statuses = [];
  for (let count = 0; count < 10_000; count++) statuses.push(await guess(count));
  expect(passed(statuses)).toBe(600);
  clock.advance(60_000);
  const later = [];
  for (let count = 0; count < 100; count++) later.push(await guess(count));
  expect(passed(later)).toBe(60);
});

test('[T14] programs on this machine have no limit of a network, but share the one of all callers', async () => {
  const { guess, server } = startLocally();
  const statuses = [];
  for (let count = 0; count < 700; count++) statuses.push(await guess('guess', `device${count}`));
  expect(passed(statuses)).toBe(600);
  expect(server.log.filter((line) => line.includes('TRUST_PROXY'))).toEqual([]);
});

test('[T37] behind a proxy that no setting names, new devices and enquiries count for one network', async () => {
  const { server } = startLocally();
  const register = async () => {
    const json = { fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' };
    return (await server.request('/installations', { method: 'POST', json, headers: FORWARDED })).status;
  };
  const registered = await Promise.all(Array.from({ length: 300 }, register));
  expect(passed(registered)).toBe(2 * TEST_CONFIG.installationsPerMinute);
  const enquire = async () => {
    const id = createId();
    const json = { rows: [row(id, `w-${id}`, enquiryContent())] };
    const init = { as: { device: createId() }, method: 'POST', json, headers: FORWARDED };
    return (await server.request(PUSH, init)).status;
  };
  const sent = [];
  for (let count = 0; count < 100; count++) sent.push(await enquire());
  expect(passed(sent)).toBe(TEST_CONFIG.writeLimits.enquiries.perHourOfNetwork);
});
