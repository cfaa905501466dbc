import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Audience, ReadScope } from '#shared/access/decide-access.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import type { StoreUnderTest } from './document-store-contract.ts';
import { put } from './document-store-writes.ts';

const COLLECTIONS = ['contacts', 'free'] as const;
const IDS = ['a', 'B', 'ä', '\uE000', '😀', '中'] as const;
const AUDIENCES: readonly Audience[] = ['public', 'staff', 'device:a', 'account:b'];

const collection = fc.constantFrom(...COLLECTIONS);
const id = fc.constantFrom(...IDS);
const owner = fc.constantFrom('device:a' as const, 'account:b' as const);
const limit = fc.integer({ min: 1, max: 6 });
const scope: fc.Arbitrary<ReadScope> = fc.oneof(
  fc.constantFrom('everything' as const, 'nothing' as const),
  fc.uniqueArray(fc.constantFrom(...AUDIENCES), { maxLength: 3 }),
);
const write = fc.record({
  collection,
  id,
  // Few ids, so that some repeat and must be rejected.
  writeId: fc.integer({ min: 0, max: 60 }).map((number) => `w${number}`),
  audience: fc.constantFrom(...AUDIENCES),
  owner,
  deleted: fc.boolean(),
  data: fc.dictionary(fc.constantFrom('x', 'toString', 'name', 'ü'), fc.jsonValue({ maxDepth: 2 })),
});
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('put' as const), writes: fc.array(write, { maxLength: 4 }) }),
  },
  fc.record({ kind: fc.constant('changes' as const), collection, scope, after: fc.nat(30), limit }),
  fc.record({
    kind: fc.constant('list' as const),
    collection,
    scope,
    afterId: fc.oneof(fc.constant(''), id),
    limit,
  }),
  fc.record({ kind: fc.constant('history' as const), collection, id, before: fc.option(fc.nat(30)), limit }),
  fc.record({ kind: fc.constant('checksum' as const), collection, scope }),
  fc.record({ kind: fc.constant('owned' as const), owner }),
  fc.record({ kind: fc.constant('rest' as const), collection, id }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(store: DocumentStore, one: Step): Promise<unknown> {
  switch (one.kind) {
    case 'put':
      return put(store, ...one.writes).catch(() => 'refused');
    case 'changes':
      return store.changesSince(one);
    case 'list':
      return store.list(one);
    case 'history': {
      const at = Date.parse('2026-03-02T09:00:00.000Z') + (one.before ?? 0);
      return store.history(one, one.before === null ? undefined : new Date(at).toISOString(), one.limit);
    }
    case 'checksum':
      return store.checksum(one.collection, one.scope);
    case 'owned':
      return [await store.ownedBy(one.owner), await store.storedBy(one.owner, 1e6)];
    case 'rest':
      return [await store.read(one), await store.newestSequence(), await store.collections()];
  }
}

const SEED = Number(process.env['STORE_SEED'] ?? Date.now() % 2 ** 31);

/** Takes random steps on an adapter and on the store in memory, and compares what they answer. */
export function testLikeMemory(
  name: string,
  open: () => StoreUnderTest | Promise<StoreUnderTest>,
  numRuns: number,
): void {
  test(`[SQ1] [PL2] ${name} behaves like the store in memory (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const memory = createMemoryStore();
        const { store, dispose } = await open();
        try {
          for (const one of steps) expect(await take(store, one)).toEqual(await take(memory, one));
        } finally {
          await dispose();
        }
      }),
      { numRuns, seed: SEED },
    );
  });
}
