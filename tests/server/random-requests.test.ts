import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCoreServer, type Caller } from '../support/core-server.ts';
import { dataPath, pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';

/** Values that a careless or hostile caller might send. */
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('\u0000', '__proto__', '../..', '\ud800', 'x'.repeat(2000), 1e308, -0, 2 ** 53, ''),
);
const junkText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '%',
    '%zz',
    '%2e%2e',
    '..',
    '.',
    '%00',
    '//',
    '__proto__',
    'pull',
    'push',
    '%F0%9F%98%80',
    ';',
    '?',
    '#',
  ),
);
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('contacts', 'products', 'checkouts', 'ukraines', 'free') },
  junkText.map(encodeURIComponentSafely),
);
const segment = fc.oneof(
  fc.constantFrom('', 'one', 'pull', 'push', 'history', 'checksum', 'stream'),
  junkText,
);
const parameter = fc.tuple(
  fc.constantFrom(
    'after',
    'limit',
    'rewind',
    'timeout',
    'orderBy',
    'direction',
    'field',
    'value',
    'before',
    'mode',
  ),
  junkText.map(encodeURIComponentSafely),
);
const malformedRow = fc.oneof(
  junk,
  fc.record(
    { newDocumentState: junk, assumedMasterState: junk, trail: junk, madeAt: junk },
    { requiredKeys: [] },
  ),
  fc.record({
    newDocumentState: fc.record({ FBUID: junk, writeId: junk, _deleted: junk }, { requiredKeys: [] }),
    trail: fc.array(fc.record({ writeId: junk, at: junk, data: junk }, { requiredKeys: [] }), {
      maxLength: 2,
    }),
  }),
);
const body = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  junk.map((value) => JSON.stringify(value)),
  fc.array(malformedRow, { maxLength: 4 }).map((rows) => JSON.stringify({ rows })),
);
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  prefix: fc.constantFrom(
    '/testing/data/',
    '/testing/data/',
    '/admin/uploads/',
    '/admin/export/',
    '/installations/',
    '/',
  ),
  name,
  segments: fc.array(segment, { maxLength: 2 }),
  parameters: fc.array(parameter, { maxLength: 3 }),
  body,
  encoding: fc.constantFrom(undefined, undefined, undefined, 'gzip', ' '),
  as: fc.constantFrom<Caller>({}, { device: 'ada' }),
  authorization: fc.constantFrom(undefined, undefined, 'Bearer x', 'Bearer', 'Basic YTpi', 'bearer  '),
});

/** Lone surrogates cannot be URI-encoded. */
function encodeURIComponentSafely(text: string): string {
  return /\p{Surrogate}/u.test(text) ? 'x' : encodeURIComponent(text);
}

const SEED = Number(process.env['REQUEST_SEED'] ?? Date.now() % 2 ** 31);

test(`[T45] [T40] 500 malformed requests cause no 500 and change nothing (seed ${SEED})`, async () => {
  const world = openTemporaryStore();
  const server = createCoreServer(world.store);
  signIn(server, 'sam', true);
  await pushRow(server, { device: 'ben' }, 'contacts', row('ben', 'kept', enquiryContent('secret')));
  const before = await server.store.newestSequence();
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      const query = one.parameters.map((pair) => pair.join('=')).join('&');
      const path = [one.prefix + one.name, ...one.segments.map(encodeURIComponentSafely)].join('/');
      // Streams and long polls respond late to valid calls; they have their own tests.
      const { pathname } = new URL(`http://host${path}`);
      fc.pre(!/^\/(api\/v1\/)?testing\/data\/(stream|changes)/.test(pathname));
      const headers: Record<string, string> = {};
      if (one.encoding !== undefined) headers['content-encoding'] = one.encoding;
      if (one.authorization !== undefined) headers['authorization'] = one.authorization;
      const init = {
        method: one.method,
        headers,
        as: one.as,
        ...(one.method === 'GET' ? {} : { body: one.body }),
      };
      const response = await server.request(`${path}?${query}`, init);
      const text = await response.text();
      expect(response.status).toBeLessThan(500);
      expect(text).not.toMatch(/SQLITE|node_modules|secret/);
      if (response.status >= 400) expect(JSON.parse(text)).toHaveProperty('error.code');
      expect(await server.store.newestSequence()).toBe(before);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }),
    { numRuns: 500, seed: SEED },
  );
  expect((await pullPage(server, { device: 'ben' }, 'contacts')).documents).toHaveLength(1);
  expect((await server.request(dataPath('contacts'))).status).toBe(200);
  await world.dispose();
});
