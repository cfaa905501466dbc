import { beforeEach, expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn, historyOf, PUSH } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';

const ADA = { device: 'ada' };
const PATH = dataPath('contacts/one');

let server: CoreServer;
beforeEach(async () => {
  server = createCoreServer();
  await server.request(PATH, { as: ADA, method: 'PUT', json: enquiryContent() });
});

/** JSON padded with white space to a length in bytes. */
function padded(content: unknown, bytes: number): string {
  const text = JSON.stringify(content);
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}

const REGISTRATION = { fid: 'abcdefghijklmnopqrst', appId: 'a', authVersion: 'v1', sdkVersion: 'w1' };

/** Every route that reads a body, with its limit in bytes. */
const ROUTES = [
  ['a registration', 4096, (body: string) => server.request('/installations', { method: 'POST', body })],
  ['a restore', 4096, (body: string) => server.request(`${PATH}/restore`, { as: ADA, method: 'POST', body })],
  ['a set', 1_200_000, (body: string) => server.request(PATH, { as: ADA, method: 'PUT', body })],
  ['an update', 1_200_000, (body: string) => server.request(PATH, { as: ADA, method: 'PATCH', body })],
  [
    'a create',
    1_200_000,
    (body: string) => server.request(dataPath('contacts'), { as: ADA, method: 'POST', body }),
  ],
  ['a push', 1_048_576, (body: string) => server.request(PUSH, { as: ADA, method: 'POST', body })],
] as const;

async function contentFor(route: string): Promise<object> {
  if (route === 'a registration') return REGISTRATION;
  if (route === 'a restore') return { at: (await historyOf(server, ADA, 'contacts/one'))[0]?.at };
  if (route === 'a push') return { rows: [] };
  return enquiryContent('again');
}

test.each(ROUTES)(
  '[T24] %s is accepted up to %d bytes, and one byte more is rejected with nothing stored',
  async (route, bytes, send) => {
    const content = await contentFor(route);
    const before = await server.store.newestSequence();
    const refused = await send(padded(content, bytes + 1));
    expect(refused.status).toBe(413);
    expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted' });
    expect(await server.store.newestSequence()).toBe(before);
    expect([200, 201]).toContain((await send(padded(content, bytes))).status);
  },
);
