import { expect, test } from 'vitest';
import { createDeviceLags } from '#server/metrics/device-lags.ts';
import { errorIn, pullPage, pushRow, pushRows, readMetrics, row, signIn } from '../support/core-calls.ts';
import { createCoreServer } from '../support/core-server.ts';
import { createTestClock } from '../support/test-clock.ts';
import { enquiryContent } from '../support/samples.ts';

const ADA = { device: 'ada' };

test('[T01] the metrics cover verdicts, pulls, lag, commits, streams and the process', async () => {
  const server = createCoreServer();
  await pushRows(server, ADA, 'contacts', [
    row('one', 'w1', enquiryContent()),
    row('two', 'w2', { ...enquiryContent(), contactName: '' }),
    row('three', 'w3', enquiryContent(), { base: 'gone' }),
  ]);
  const page = await pullPage(server, ADA, 'contacts');
  await pushRow(server, ADA, 'contacts', row('one', 'w4', enquiryContent('again'), { base: 'w1' }));
  await pushRow(server, ADA, 'contacts', row('one', 'w5', enquiryContent('late'), { base: 'w1' }));
  await pullPage(server, ADA, 'contacts', `after=${page.checkpoint}`);
  const response = await readMetrics(server);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await response.text();
  const valueOf = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1) ?? Number.NaN,
    );
  expect(valueOf('nankeen_verdicts_total{verdict="accepted"}')).toBe(2);
  for (const verdict of ['rejected', 'gone', 'conflict']) {
    expect(valueOf(`nankeen_verdicts_total{verdict="${verdict}"}`)).toBe(1);
  }
  expect(valueOf('nankeen_pulled_documents_total')).toBe(2);
  expect(valueOf('nankeen_pulled_bytes_total')).toBeGreaterThan(400);
  expect(valueOf('nankeen_pull_lag_sequences_sum')).toBe(1);
  expect(valueOf('nankeen_pull_lag_sequences_count')).toBe(1);
  expect(valueOf('nankeen_commit_seconds_count')).toBe(3);
  expect(valueOf('nankeen_sequence')).toBe(2);
  expect(valueOf('nankeen_open_streams')).toBe(0);
  expect(valueOf('nankeen_degraded')).toBe(0);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).toContain('nankeen_wal_bytes 0');
});

test('[T01] the metrics name the devices furthest behind, and a device that caught up has lag 0', async () => {
  const clock = createTestClock();
  const server = createCoreServer(undefined, clock);
  const lags = async () => {
    const text = await (await readMetrics(server)).text();
    const lines = [...text.matchAll(/^nankeen_device_lag_sequences\{device="(\w+)"\} (\d+)$/gm)];
    return lines.map(([, device, lag]) => [device, Number(lag)]);
  };
  expect(await lags()).toEqual([]);
  await pullPage(server, ADA, 'products');
  for (let index = 0; index < 3; index++)
    await pushRow(server, ADA, 'contacts', row(`d${index}`, `w${index}`, enquiryContent()));
  await pullPage(server, { device: 'ben' }, 'products');
  expect(await lags()).toEqual([
    ['ada', 3],
    ['ben', 0],
  ]);
  const page = await pullPage(server, ADA, 'contacts', 'limit=2');
  expect(await lags()).toContainEqual(['ada', 1]);
  await pullPage(server, ADA, 'contacts', `after=${page.checkpoint}`);
  expect(await lags()).toContainEqual(['ada', 0]);
  clock.advance(3_600_001);
  expect(await lags()).toEqual([]);
});

test('[T01] of many devices only the twenty furthest behind are reported', async () => {
  const lags = createDeviceLags();
  for (let index = 0; index < 20_000; index++) lags.pulled(`device${index}`, index, 0);
  const reported = lags.furthestBehind(20_000, 0);
  expect(reported).toHaveLength(20);
  // The least recent 10,000 are dropped.
  expect(reported[0]).toEqual({ device: 'device10000', lag: 10_000 });
});

test('[T01] devices, accounts and staff cannot read the metrics', async () => {
  const server = createCoreServer();
  for (const as of [{}, ADA, signIn(server, 'ann'), signIn(server, 'sam', true)]) {
    const response = await readMetrics(server, as);
    expect(response.status).toBe(401);
    expect((await errorIn(response)).code).toBe('unauthenticated');
  }
});

test.each([
  ['127.0.0.1', {}, 200],
  ['::1', {}, 200],
  ['::ffff:127.0.0.1', {}, 200],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }, 401],
  ['::1', { forwarded: 'for=203.0.113.7' }, 401],
  ['203.0.113.127', {}, 401],
  ['1270.0.0.1', {}, 401],
  [undefined, {}, 401],
])('[T41] without the admin token a caller at %s with %j gets %i', async (address, headers, status) => {
  const { app } = createCoreServer(undefined, undefined, { addressOf: () => address });
  expect((await app.request('/metrics', { headers })).status).toBe(status);
});
