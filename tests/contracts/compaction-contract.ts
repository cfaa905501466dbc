import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '#shared/kernel/clock.ts';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { compactStore } from '#server/core/maintenance.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { decideWrites, put, toScope, type PlainWrite } from './document-store-writes.ts';

export interface CompactableUnderTest {
  readonly store: DocumentStore & CompactableStore;
  dispose(): Promise<void>;
}

const DAY_MS = 24 * 3_600_000;

/** The compaction contract of every store. */
export function testCompaction(
  name: string,
  open: (clock: Clock) => CompactableUnderTest | Promise<CompactableUnderTest>,
): void {
  describe(name, () => {
    let world: CompactableUnderTest;
    let store: CompactableUnderTest['store'];
    let clock: TestClock;

    beforeEach(async () => {
      clock = createTestClock();
      world = await open(clock);
      store = world.store;
    });
    afterEach(() => world.dispose());

    const write = (...writes: readonly PlainWrite[]) => {
      const at = new Date(clock.now()).toISOString();
      return put(store, ...writes.map((one) => ({ at, ...one })));
    };
    const compact = () => compactStore(store, clock.now());
    const stateOf = async (collection: string, id: string) => {
      const entries = await store.history({ collection, id }, undefined, 100);
      return { head: (await store.read({ collection, id })) !== undefined, entries: entries.length };
    };
    const page = (scope: 'everything' | readonly ['device:d'] = 'everything') =>
      store.changesSince({ collection: 'products', scope, after: 0, limit: 100 });

    test('[RT1] a deleted document is kept for 180 days, then removed with its history', async () => {
      await write({ collection: 'products', id: 'old' }, { collection: 'products', id: 'current' });
      await write({ collection: 'products', id: 'old', deleted: true });
      clock.advance(180 * DAY_MS);
      expect(await compact()).toBe(0);
      expect(await stateOf('products', 'old')).toEqual({ head: true, entries: 2 });
      clock.advance(1);
      expect(await compact()).toBe(3);
      expect(await stateOf('products', 'old')).toEqual({ head: false, entries: 0 });
      expect(await stateOf('products', 'current')).toEqual({ head: true, entries: 1 });
      expect(await compact()).toBe(0);
    });

    test('[RT1] a document that is not deleted keeps its history for ever', async () => {
      for (let round = 0; round < 5; round++)
        await write({ collection: 'products', id: 'current', data: { round } });
      clock.advance(20 * 366 * DAY_MS);
      expect(await compact()).toBe(0);
      expect(await stateOf('products', 'current')).toEqual({ head: true, entries: 5 });
    });

    test.each(['contacts', 'ukraines'])(
      '[RT1] the history of deleted %s is kept for seven years',
      async (collection) => {
        await write({ collection, id: 'one' });
        await write({ collection, id: 'one', deleted: true });
        clock.advance(181 * DAY_MS);
        await compact();
        expect(await stateOf(collection, 'one')).toEqual({ head: false, entries: 2 });
        clock.advance(7 * 365 * DAY_MS - 181 * DAY_MS);
        await compact();
        expect(await stateOf(collection, 'one')).toEqual({ head: false, entries: 2 });
        clock.advance(3 * DAY_MS);
        await compact();
        expect(await stateOf(collection, 'one')).toEqual({ head: false, entries: 0 });
      },
    );

    test('[RT1] evictions and verdicts are removed after 180 days', async () => {
      const product = { collection: 'products', id: 'a' };
      await write({ ...product, audience: 'device:d' });
      await write({ ...product, audience: 'staff' });
      const verdict = { ...product, writeId: 'w', owner: 'device:d', verdict: 'gone' } as const;
      await store.commit(toScope([]), (view) => ({ ...decideWrites(view, []), verdicts: [verdict] }));
      const verdictOf = (writeId: string) =>
        store.commit({ documents: [], writeIds: [writeId] }, (view) => ({
          ...decideWrites(view, []),
          result: view.verdict(writeId)?.verdict,
        }));
      clock.advance(179 * DAY_MS);
      await compact();
      expect([(await page(['device:d'])).evictions.length, await verdictOf('w')]).toEqual([1, 'gone']);
      clock.advance(3 * DAY_MS);
      await compact();
      expect([(await page(['device:d'])).evictions.length, await verdictOf('w')]).toEqual([0, undefined]);
      expect((await page()).purgeHorizon).toBe(2);
    });

    test('[RT1] [T37] rejected content of every collection is kept for 30 days, its verdict for 180', async () => {
      const reject = (collection: string, writeId: string) =>
        store.commit({ documents: [], writeIds: [] }, (view) => {
          const common = {
            collection,
            id: 'a',
            writeId,
            code: 'invalid-argument',
            message: 'no',
            path: '',
          } as const;
          const verdicts = [{ ...common, owner: 'device:d', verdict: 'rejected' as const }];
          return { ...decideWrites(view, []), verdicts, rejections: [{ ...common, payload: {} }] };
        });
      const keptOf = async () => ({
        content: (await store.rejections({ limit: 9 })).map(({ writeId }) => writeId),
        verdict: await store.commit({ documents: [], writeIds: ['w1'] }, (view) => ({
          ...decideWrites(view, []),
          result: view.verdict('w1')?.verdict,
        })),
      });
      await reject('contacts', 'w1');
      await reject('products', 'w2');
      clock.advance(30 * DAY_MS);
      await reject('ukraines', 'w3');
      expect(await compact()).toBe(0);
      clock.advance(1);
      expect(await compact()).toBe(2);
      expect(await keptOf()).toEqual({ content: ['w3'], verdict: 'rejected' });
      clock.advance(150 * DAY_MS);
      await compact();
      expect(await keptOf()).toEqual({ content: [], verdict: undefined });
    });

    test('[RT2] [SQ1] the horizon is the newest removed sequence, which is not assigned again', async () => {
      await write({ collection: 'products', id: 'a' }, { collection: 'products', id: 'b' });
      await write({ collection: 'products', id: 'a', deleted: true });
      await write({ collection: 'products', id: 'b', deleted: true });
      expect((await page()).purgeHorizon).toBe(0);
      clock.advance(181 * DAY_MS);
      await compact();
      expect(await page()).toEqual({
        documents: [],
        evictions: [],
        isCut: false,
        newest: 4,
        purgeHorizon: 4,
      });
      expect(await store.newestSequence()).toBe(4);
      expect(await write({ collection: 'products', id: 'c' })).toEqual([5]);
      clock.advance(181 * DAY_MS);
      await compact();
      expect((await page()).purgeHorizon).toBe(4);
    });

    test('[RT1] compaction takes several steps, and writes run in between', async () => {
      const ids = Array.from({ length: 1200 }, (_, index) => `d${index}`);
      await write(...ids.map((id) => ({ collection: 'products', id })));
      await write(...ids.map((id) => ({ collection: 'products', id, deleted: true })));
      clock.advance(181 * DAY_MS);
      const order: string[] = [];
      const compacting = compact().then(() => order.push('compacted'));
      await write({ collection: 'products', id: 'meanwhile' }).then(() => order.push('written'));
      await compacting;
      expect(order).toEqual(['written', 'compacted']);
      expect((await page()).documents.map(({ id }) => id)).toEqual(['meanwhile']);
    });
  });
}
