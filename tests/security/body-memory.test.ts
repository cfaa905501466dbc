import { beforeEach, expect, test } from 'vitest';
import { enquiryContent } from '../support/samples.ts';
import { errorIn, PUSH, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';

const MIB = 1_048_576;

let server: CoreServer;
let address: string;
beforeEach(() => {
  address = '203.0.113.7';
  server = createCoreServer(undefined, undefined, { addressOf: () => address });
});

interface SlowPush {
  readonly response: Promise<Response>;
  /** Ends the body, which is no JSON. */
  end(): void;
}

/** A push whose body begins and does not end. */
function beginPush(headers: Readonly<Record<string, string>>): SlowPush {
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(8).fill(0x20));
      end = () => controller.close();
    },
  });
  const response = server.request(PUSH, {
    as: { device: 'slow' },
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  return { response, end: () => end() };
}

/** A push with one enquiry of so many characters. */
const push = (id: string, characters: number) => {
  const rows = [{ ...row(id, `w-${id}`, enquiryContent('x'.repeat(characters))), collection: 'contacts' }];
  const text = JSON.stringify({ rows });
  return server.request(PUSH, {
    as: { device: 'ada' },
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(text.length) },
    body: text,
  });
};

test.each([
  ['a length', { 'content-length': String(MIB) }, 24],
  ['no length', { 'transfer-encoding': 'chunked' }, 20],
] as const)(
  '[T22] [T24] of many slow bodies with %s of one network only 24 MiB are read',
  async (_what, headers, most) => {
    const slow = Array.from({ length: 40 }, () => beginPush(headers));
    const answered: Response[] = [];
    for (const { response } of slow) void response.then((one) => answered.push(one));
    await expect.poll(() => answered.length).toBe(40 - most);
    const [refused] = answered as [Response];
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted', reason: 'TOO_MANY_BODIES' });
    expect((await push('small', 10)).status).toBe(200);
    expect((await beginPush(headers).response).status).toBe(429);
    address = '198.51.100.1';
    expect((await push('elsewhere', 20_000)).status).toBe(200);
    address = '203.0.113.7';
    for (const { end } of slow) end();
    await Promise.all(slow.map(({ response }) => response));
    expect(answered.filter(({ status }) => status === 400)).toHaveLength(most);
    expect((await push('large', 20_000)).status).toBe(200);
  },
);

test('[T22] [T24] slow bodies of many networks hold 128 MiB at most', async () => {
  const slow = Array.from({ length: 150 }, (_one, index) => {
    address = `198.51.100.${index}`;
    return beginPush({ 'content-length': String(MIB) });
  });
  let refused = 0;
  for (const { response } of slow.slice(128)) if ((await response).status === 429) refused += 1;
  expect(refused).toBe(22);
  address = '203.0.113.7';
  expect((await push('small', 10)).status).toBe(200);
  for (const { end } of slow) end();
  await Promise.all(slow.map(({ response }) => response));
  expect((await push('large', 20_000)).status).toBe(200);
});
