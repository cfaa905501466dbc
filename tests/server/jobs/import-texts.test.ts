import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { importDocuments } from '#server/core/jobs/import-documents.ts';
import { toPieces } from '#server/http/import-pieces.ts';
import { stampNow } from '#server/core/stamp.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { openTemporaryStore } from '../../support/temporary-store.ts';

const STAMP = stampNow(systemClock, { ...ANONYMOUS, isAdmin: true });

/** Mostly the first, so that there are requests in which nothing needs a closer look. */
function mostly<Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const id = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 30 }).map((number) => `note-${number}`) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('ä', 'a/b', 7) },
);

const line = fc
  .record({
    FBUID: id,
    text: fc.constantFrom('plain', 'größer', '"quoted"', '\u2028'),
    value: mostly<unknown>(-1.5, 0, 1e21, null, [1], { latitude: 91 }),
    space: mostly('', ' ', '\r'),
    extra: mostly<object>({}, { __updatedAt__: '2026-01-01T00:00:00.000Z' }, { writeId: 'w' }, { 'x*': 1 }),
  })
  .map(({ space, extra, ...document }) => JSON.stringify({ ...document, ...extra }) + space);

const request = fc.record({
  lines: fc.array(line, { maxLength: 6 }),
  isEnded: fc.boolean(),
  mode: fc.constantFrom('upsert', 'insert', 'merge'),
  onConflict: fc.constantFrom('overwrite', 'error', 'skip', 'newer'),
  keepsGoing: fc.boolean(),
  isDryRun: fc.boolean(),
});

type Request = typeof request extends fc.Arbitrary<infer One> ? One : never;

async function send(
  store: DocumentStore,
  { lines, isEnded, mode, onConflict, ...flags }: Request,
  { collection, readsTexts }: { readonly collection: string; readonly readsTexts: boolean },
): Promise<unknown> {
  const pieces = toPieces(Buffer.from(lines.join('\n') + (isEnded ? '\n' : '')));
  const settings = { collection, mode, onConflict } as const;
  const batch = { settings, ...flags, pieces: readsTexts ? pieces : pieces.map(({ read }) => ({ read })) };
  return importDocuments(store, batch, STAMP).catch((error: unknown) => String(error));
}

/** All there is, but for the random ids of the writes. */
async function look(store: DocumentStore, collection: string): Promise<unknown> {
  const documents = await store.list({
    collection,
    scope: 'everything',
    afterId: '',
    limit: 99,
    withDeleted: true,
  });
  const histories = await Promise.all(documents.map((key) => store.history(key, undefined, 99)));
  const without = ({ writeId: _random, ...rest }: { readonly writeId: string }) => rest;
  return [documents.map(without), histories.map((history) => history.map(without))];
}

/** Counts the decisions that store texts. */
function countTexts(store: DocumentStore) {
  const counts = { texts: 0, all: 0 };
  const { commit } = store;
  store.commit = (scope, decide) =>
    commit(scope, (view) => {
      const decision = decide(view);
      counts.all += 1;
      if (decision.created) counts.texts += 1;
      return decision;
    });
  return counts;
}

test('[R-MIG-05] what is stored as text comes out as if each document had been read, whatever is asked for', async () => {
  const world = openTemporaryStore();
  const [texts, read] = [world.store, createMemoryStore()];
  const counts = countTexts(texts);
  let runs = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 4 }), async (requests) => {
        const collection = `notes${runs++}`;
        for (const one of requests) {
          const answer = await send(texts, one, { collection, readsTexts: true });
          expect(answer).toEqual(await send(read, one, { collection, readsTexts: false }));
        }
        expect(await look(texts, collection)).toEqual(await look(read, collection));
      }),
      { numRuns: 300 },
    );
    expect(counts.texts).toBeGreaterThan(50);
    expect(counts.all - counts.texts).toBeGreaterThan(50);
  } finally {
    await world.dispose();
  }
});
