import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOpenStreams, TICK_MS, type OpenStream } from '#server/http/open-streams.ts';
import { createCoreServer } from '../support/core-server.ts';
import { dataPath, errorIn } from '../support/core-calls.ts';
import { eventually } from '../support/eventually.ts';
import { createStreamReader } from '../support/stream-reader.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

const LIMITS = { perDevice: 2, perNetwork: 5, total: 8 };

/** A stream that is removed when it ends, like real ones. */
function openOn(streams: ReturnType<typeof createOpenStreams>, holder?: string, network?: string) {
  const ages: number[] = [];
  const stream = { holder, network, tick: (ageMs: number) => void ages.push(ageMs), end: () => remove() };
  const remove = streams.add(stream satisfies OpenStream);
  return { ages, remove };
}

test('[T23] a network at its limit gets another stream only after one of its own ends', () => {
  const streams = createOpenStreams(LIMITS);
  const opened = Array.from({ length: 5 }, (_, index) => openOn(streams, `device${index}`, 'here'));
  expect(() => openOn(streams, 'one more', 'here')).toThrow(
    expect.objectContaining({ code: 'resource-exhausted', status: 429, retryAfter: 30 }),
  );
  openOn(streams, 'elsewhere', 'there');
  opened[0]?.remove();
  opened[0]?.remove();
  openOn(streams, 'one more', 'here');
  expect(() => openOn(streams, 'two more', 'here')).toThrow();
  expect(streams.size).toBe(6);
});

test('[T23] a device with too many streams replaces its own, even in a full network', () => {
  const streams = createOpenStreams(LIMITS);
  for (let index = 0; index < 5; index++) openOn(streams, `device${index % 3}`, 'here');
  openOn(streams, 'device0', 'here');
  expect(streams.size).toBe(5);
});

test('[T23] the server’s total limit includes loopback streams', () => {
  const streams = createOpenStreams(LIMITS);
  for (let index = 0; index < 8; index++) openOn(streams, `device${index}`);
  expect(() => openOn(streams, 'one more')).toThrow(expect.objectContaining({ status: 429 }));
  expect(streams.size).toBe(8);
});

test('[T23] one timer ticks all open streams and stops with the last of them', async () => {
  const streams = createOpenStreams(LIMITS);
  const first = openOn(streams, 'a');
  await vi.advanceTimersByTimeAsync(TICK_MS);
  const second = openOn(streams, 'b');
  await vi.advanceTimersByTimeAsync(2 * TICK_MS);
  expect(vi.getTimerCount()).toBe(1);
  expect(first.ages).toEqual([TICK_MS, 2 * TICK_MS, 3 * TICK_MS]);
  expect(second.ages).toEqual([TICK_MS, 2 * TICK_MS]);
  first.remove();
  second.remove();
  expect(vi.getTimerCount()).toBe(0);
});

test('[T23] a rejected device gets a retry time and can poll instead', async () => {
  const server = createCoreServer(undefined, undefined, { streams: { ...LIMITS, perNetwork: 2 } });
  const readers = [];
  for (const device of ['ada', 'ben']) {
    readers.push(createStreamReader(await server.request(dataPath('stream'), { as: { device } })));
  }
  const refused = await server.request(dataPath('stream'), { as: { device: 'cal' } });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted', reason: 'TOO_MANY_STREAMS' });
  expect((await server.request(dataPath('changes'), { as: { device: 'cal' } })).status).toBe(200);
  await readers[0]?.next();
  await readers[0]?.cancel();
  await eventually(async () => {
    const opened = await server.request(dataPath('stream'), { as: { device: 'cal' } });
    expect(opened.status).toBe(200);
  });
});

test('[T23] a HEAD request opens no stream', async () => {
  const server = createCoreServer(undefined, undefined, { streams: { ...LIMITS, perNetwork: 1 } });
  for (let count = 0; count < 3; count++) {
    const head = await server.request(dataPath('stream'), { as: { device: 'ada' }, method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('text/event-stream');
  }
  expect(vi.getTimerCount()).toBe(0);
});

test('[T23] behind a proxy on this machine that no setting names, all streams are one network’s', async () => {
  const options = { streams: { ...LIMITS, perNetwork: 3 }, addressOf: () => '127.0.0.1' };
  const server = createCoreServer(undefined, undefined, options);
  const open = async (device: string, headers: Record<string, string>) =>
    (await server.request(dataPath('stream'), { as: { device }, headers })).status;
  const forwarded = [];
  for (let count = 0; count < 5; count++)
    forwarded.push(await open(`device${count}`, { 'x-forwarded-for': `203.0.113.${count}` }));
  expect(forwarded).toEqual([200, 200, 200, 429, 429]);
  expect(await open('local', {})).toBe(200);
});
