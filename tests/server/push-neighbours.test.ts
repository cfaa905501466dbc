import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCoreServer } from '../support/core-server.ts';
import { PUSH, pushRows, row } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { createJobCalls, exportOf } from '../support/job-calls.ts';
import { SEED } from '../support/seed.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';

const ADA = { device: 'ada' };
const AT = '2026-03-02T09:00:00.000Z';

/** Any sixteen-bit units, halves of character pairs included. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
      maxLength: 6,
    })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom('\ud800', 'a\udfff', '\ufffd', '\u0000', 'a\u0000b', '__proto__', '', AT),
);
const content = fc.oneof(
  fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 2 }), fc.jsonValue({ maxDepth: 2 })), {
    maxKeys: 4,
  }),
  fc.constant(enquiryContent()),
);
const id = fc.oneof(text, fc.constantFrom('odd', 'other'));
const writeId = fc.oneof(text, fc.string({ minLength: 20, maxLength: 20 }));
const at = fc.oneof(text, fc.constant(AT));
const oddRow = fc
  .record(
    {
      content,
      id,
      writeId,
      base: fc.record({ writeId }),
      trail: fc.array(fc.record({ writeId, at, data: content }), { maxLength: 3 }),
      madeAt: at,
      deleted: fc.boolean(),
    },
    { requiredKeys: ['content', 'id', 'writeId'] },
  )
  .map(({ base, ...one }) => row(one.id, one.writeId, one.content, { ...one, ...(base ? { base } : {}) }));

const stored = (documents: string) => documents.split('\n').filter((line) => line.includes('"neighbour-'));

test.each(['contacts', 'notes'])(
  `[PU2] whatever one row of %s holds, its 99 neighbours are stored (seed ${SEED})`,
  async (collection) => {
    const world = openTemporaryStore();
    const server = createCoreServer(world.store);
    const as = collection === 'notes' ? 'admin' : ADA;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(oddRow, fc.nat(99), async (odd, place) => {
        run += 1;
        const neighbours = Array.from({ length: 99 }, (_one, index) =>
          row(`neighbour-${run}-${index}`, `write-${run}-${index}`, enquiryContent()),
        );
        const { verdicts } = await pushRows(server, as, collection, neighbours.toSpliced(place, 0, odd));
        expect(verdicts).toHaveLength(100);
        const others = verdicts.toSpliced(place, 1).map(({ verdict }) => verdict);
        expect(others).toEqual(neighbours.map(() => 'accepted'));
      }),
      { numRuns: 60, seed: SEED },
    );
    expect(stored(await exportOf(server, collection))).toHaveLength(99 * run);
    expect(server.log).toEqual([]);
    await world.dispose();
  },
);

test.each([
  ['the id', 'newDocumentState.FBUID', row('a\ud800', 'w', enquiryContent())],
  ['the writeId', 'newDocumentState.writeId', row('a', 'w\udc00', enquiryContent())],
  ['an id with U+0000', 'newDocumentState.FBUID', row('a\0', 'w', enquiryContent())],
  ['a writeId with U+0000', 'newDocumentState.writeId', row('a', 'w\0', enquiryContent())],
  ['a writeId of the trail', 'trail.0.writeId', entryRow({ writeId: '\ud800' })],
  ['a time of the trail', 'trail.0.at', entryRow({ at: '\ud800' })],
  ['a time that is none', 'trail.0.at', entryRow({ at: 'yesterday' })],
  ['a day that does not exist', 'trail.0.at', entryRow({ at: '2026-02-30T09:00:00.000Z' })],
  ['the time of the write', 'madeAt', row('a', 'w', enquiryContent(), { madeAt: '+012026-01-01T00:00:00Z' })],
  ['a field name of the trail', 'trail[0].data.\ufffd', entryRow({ data: { '\ud800': 1 } })],
  ['a value', 'contactName', row('a', 'w', { ...enquiryContent(), contactName: '\ud800' })],
])('[PU2] [PU5] [DB12] malformed text in %s is rejected at %s', async (_what, path, odd) => {
  const world = openTemporaryStore();
  const server = createCoreServer(world.store);
  for (const attempt of [1, 2]) {
    const neighbour = row(`b${attempt}`, `w${attempt}`, enquiryContent());
    const { verdicts } = await pushRows(server, ADA, 'contacts', [odd, neighbour]);
    expect(verdicts).toMatchObject([
      { verdict: 'rejected', code: 'invalid-argument', path },
      { verdict: 'accepted' },
    ]);
  }
  await world.dispose();
});

function entryRow(entry: object) {
  return row('a', 'w', enquiryContent(), {
    trail: [{ writeId: 't', at: AT, data: enquiryContent(), ...entry }],
  });
}

test('[PU2] [PU9] a row of endless depth does not hurt its neighbours where a rename is in force', async () => {
  const world = openTemporaryStore();
  const server = createCoreServer(world.store);
  const rules = [{ kind: 'map', from: 'old', to: 'new' }];
  await createJobCalls(server).run({ kind: 'rename', collection: 'notes', rename: { rules } });
  const depth = 100_000;
  const odd = `{"collection":"notes","newDocumentState":{"FBUID":"odd","writeId":"w0","x":${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}}}`;
  const neighbour = JSON.stringify({ ...row('a', 'w1', { old: 1 }), collection: 'notes' });
  const response = await server.request(PUSH, {
    as: 'admin',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"rows":[${odd},${neighbour}]}`,
  });
  expect(await response.json()).toMatchObject({
    verdicts: [{ id: 'odd', verdict: 'rejected', code: 'invalid-argument' }, { verdict: 'accepted' }],
  });
  expect(await exportOf(server, 'notes')).toContain('"new":1');
  await world.dispose();
});
