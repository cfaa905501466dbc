import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommitEvent, DocumentStore, StoredVerdict } from '#server/core/document-store.ts';
import type { DocumentKey } from '#server/core/stored-document.ts';
import { decideWrites, put, snapshot, toScope } from './document-store-writes.ts';

export interface StoreUnderTest {
  readonly store: DocumentStore;
  /** Closes the store and removes its files. */
  dispose(): Promise<void>;
}

/** The write contract of every adapter of the store port. */
export function testStoreWrites(name: string, open: () => StoreUnderTest | Promise<StoreUnderTest>): void {
  describe(name, () => {
    let world: StoreUnderTest;
    let store: DocumentStore;

    beforeEach(async () => {
      world = await open();
      store = world.store;
    });
    afterEach(() => world.dispose());

    const KEY = { collection: 'contacts', id: 'a' };

    test('[SQ1] one sequence spans all collections, and every write moves its document to the end', async () => {
      expect(await put(store, { id: 'a' }, { id: 'b', collection: 'products' })).toEqual([1, 2]);
      expect(await put(store, { id: 'a', data: { FBUID: 'a', again: true } })).toEqual([3]);
      expect(await store.read(KEY)).toMatchObject({ sequence: 3, data: { again: true } });
      expect(await store.newestSequence()).toBe(3);
    });

    test('[R-CHK-02] a decision sees which products have a price id, as of its own transaction', async () => {
      const priced = (...ids: string[]) => ({
        productPrices: ids.map((description) => ({ value: '1.00', label: '', description })),
      });
      const find = (priceId: string) =>
        store.commit(toScope([]), (view) => ({
          ...decideWrites(view, []),
          result: view.productsWithPrice(priceId),
        }));
      const collection = 'products';
      await put(store, { id: 'a', collection, data: priced('one', 'two') }, { id: 'b', collection });
      await put(store, { id: 'c', data: priced('one') });
      expect([await find('one'), await find('two'), await find('none')]).toEqual([['a'], [], []]);
      await put(store, { id: 'b', collection, data: priced('one') });
      expect(new Set(await find('one'))).toEqual(new Set(['a', 'b']));
      await put(store, { id: 'a', collection, data: priced('one'), deleted: true });
      await put(store, { id: 'b', collection, data: priced() });
      expect(await find('one')).toEqual([]);
    });

    test('[SQ1] many simultaneous commits get distinct sequences without a gap', async () => {
      const taken = await Promise.all(
        Array.from({ length: 60 }, (_, index) => put(store, { id: `d${index}` }, { id: `e${index}` })),
      );
      const sequences = taken.flat().toSorted((a, b) => a - b);
      expect(sequences).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
      for (const [first = 0, second] of taken) expect(second).toBe(first + 1);
    });

    test.each([undefined, 70])(
      '[SQ1] [PU1] 80 simultaneous commits that change one document count and chain as one after the other would (failing: %s)',
      async (failing) => {
        const round: Record<string, unknown> = { FBUID: 'a' };
        round['self'] = round;
        const commits = Array.from({ length: 80 }, (_, index) =>
          put(
            store,
            { id: 'a', data: index === failing ? round : { FBUID: 'a', index } },
            { id: `own${index}` },
          ),
        );
        const ended = await Promise.allSettled(commits);
        const stored = [...ended.keys()].filter((index) => index !== failing);
        expect([...ended.keys()].filter((index) => ended[index]?.status === 'fulfilled')).toEqual(stored);
        const { length } = stored;
        expect(await store.newestSequence()).toBe(2 * length);
        expect(await store.collections()).toMatchObject([
          { documents: length + 1, deleted: 0, history: 2 * length },
        ]);
        const entries = await store.history(KEY, undefined, 100);
        expect(entries.map(({ data }) => data['index'])).toEqual(stored.toReversed());
        expect(await store.read(KEY)).toMatchObject({ data: { index: 79 } });
      },
    );

    test('[PU1] a decision that throws leaves nothing, and the next write is numbered as if it had not run', async () => {
      await put(store, { id: 'a', writeId: 'first' });
      const before = await snapshot(store, [KEY], ['first', 'second']);
      const failing = store.commit(toScope([{ id: 'a' }]), (view) => {
        decideWrites(view, [{ id: 'a', writeId: 'second' }]);
        throw new Error('no decision');
      });
      await expect(failing).rejects.toThrow('no decision');
      expect(await snapshot(store, [KEY], ['first', 'second'])).toEqual(before);
      expect(await put(store, { id: 'a' })).toEqual([2]);
    });

    test('[PU1] a write that fails half-way leaves no history, no head, no verdict and no sequence', async () => {
      await put(store, { id: 'a', writeId: 'first' });
      const keys = [KEY, { collection: 'contacts', id: 'b' }];
      const before = await snapshot(store, keys, ['first', 'second']);
      const verdict: StoredVerdict = { ...KEY, writeId: 'second', owner: 'device:d', verdict: 'accepted' };
      const failing = store.commit(toScope([{ id: 'a' }, { id: 'b' }]), (view) => {
        // The second entry can't be written: its writeId is in history already.
        const decision = decideWrites(view, [
          { id: 'a', writeId: 'second' },
          { id: 'b', writeId: 'first' },
        ]);
        return { ...decision, verdicts: [verdict] };
      });
      await expect(failing).rejects.toThrow();
      expect(await snapshot(store, keys, ['first', 'second'])).toEqual(before);
    });

    test('[PU1] content that cannot be serialised fails its whole commit', async () => {
      const round: Record<string, unknown> = { FBUID: 'b' };
      round['self'] = round;
      const keys = [KEY, { collection: 'contacts', id: 'b' }];
      const before = await snapshot(store, keys);
      await expect(put(store, { id: 'a' }, { id: 'b', data: round })).rejects.toThrow();
      expect(await snapshot(store, keys)).toEqual(before);
    });

    test('[PU3] no writeId is in history twice, within one commit or across two', async () => {
      await put(store, { id: 'a', writeId: 'once' });
      await expect(put(store, { id: 'b', writeId: 'once' })).rejects.toThrow();
      await expect(put(store, { id: 'b', writeId: 'twin' }, { id: 'c', writeId: 'twin' })).rejects.toThrow();
      expect(await store.newestSequence()).toBe(1);
    });

    test('[PU3] a write’s first verdict is kept, and a commit finds both verdict and write', async () => {
      const base = { ...KEY, writeId: 'w', owner: 'device:d' } as const;
      const rejected: StoredVerdict = {
        ...base,
        verdict: 'rejected',
        code: 'out-of-range',
        message: 'm',
        path: 'p',
      };
      const keepVerdict = (verdict: StoredVerdict) =>
        store.commit(toScope([]), (view) => ({ ...decideWrites(view, []), verdicts: [verdict] }));
      await keepVerdict(rejected);
      await keepVerdict({ ...base, verdict: 'gone' });
      await put(store, { id: 'a', writeId: 'other' });
      const seen = await store.commit({ documents: [KEY], writeIds: ['w', 'other'] }, (view) => ({
        ...decideWrites(view, []),
        result: { verdict: view.verdict('w'), none: view.verdict('x'), write: view.write('other') },
      }));
      expect(seen).toEqual({
        verdict: rejected,
        none: undefined,
        write: { ...KEY, updatedBy: 'no user found', device: undefined },
      });
    });

    test('[PU3] commits at once each see the documents, writes and verdicts of those before them', async () => {
      const commit = (id: string, writeId: string) =>
        store.commit({ documents: [{ ...KEY, id }], writeIds: [writeId, 'verdict'] }, (view) => {
          const seen = {
            count: Number(view.document({ ...KEY, id })?.data['count'] ?? 0),
            isKnown: view.write(writeId) !== undefined,
            verdict: view.verdict('verdict')?.id,
          };
          const data = { FBUID: id, count: seen.count + 1 };
          const decision = decideWrites(view, seen.isKnown ? [] : [{ id, writeId, data }]);
          const verdict = { collection: 'contacts', id, writeId: 'verdict', owner: 'device:d' } as const;
          return { ...decision, verdicts: [{ ...verdict, verdict: 'gone' }], result: seen };
        });
      const seen = await Promise.all([
        commit('a', 'w1'),
        commit('b', 'w2'),
        commit('a', 'w3'),
        commit('c', 'w1'),
        commit('a', 'w4'),
      ]);
      expect(seen).toEqual([
        { count: 0, isKnown: false, verdict: undefined },
        { count: 0, isKnown: false, verdict: 'a' },
        { count: 1, isKnown: false, verdict: 'a' },
        { count: 0, isKnown: true, verdict: 'a' },
        { count: 2, isKnown: false, verdict: 'a' },
      ]);
      expect(await store.collections()).toMatchObject([{ documents: 2, history: 4 }]);
      expect((await store.history(KEY, undefined, 9)).map(({ writeId }) => writeId)).toEqual([
        'w4',
        'w3',
        'w1',
      ]);
    });

    test('[R-CHK-02] of products stored at once with one price id, each decision sees those before it', async () => {
      const productPrices = [{ value: '1.00', label: '', description: 'one' }];
      const stored = ['a', 'b', 'c'].map((id) =>
        store.commit({ documents: [{ collection: 'products', id }], writeIds: [] }, (view) => ({
          ...decideWrites(view, [{ collection: 'products', id, data: { FBUID: id, productPrices } }]),
          result: new Set(view.productsWithPrice('one')),
        })),
      );
      expect(await Promise.all(stored)).toEqual([new Set(), new Set(['a']), new Set(['a', 'b'])]);
    });

    test('[PU1] of commits at once, one that throws takes no other along', async () => {
      const stored = ['a', 'b', 'c'].map((id) =>
        store.commit(toScope([{ id }]), (view) => {
          if (id === 'b') throw new Error('no decision');
          return decideWrites(view, [{ id }]);
        }),
      );
      const outcomes = await Promise.allSettled(stored);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await store.newestSequence()).toBe(2);
    });

    test('[PU1] a decision sees only what its scope names', async () => {
      const verdict: StoredVerdict = { ...KEY, writeId: 'rejected', owner: 'device:d', verdict: 'gone' };
      await put(store, { id: 'a', writeId: 'taken' }, { id: 'a', collection: 'products' });
      await store.commit(toScope([]), (view) => ({ ...decideWrites(view, []), verdicts: [verdict] }));
      const inspect = (documents: readonly DocumentKey[], writeIds: readonly string[]) =>
        store.commit({ documents, writeIds }, (view) => ({
          ...decideWrites(view, []),
          result: [view.document(KEY)?.id, view.write('taken')?.id, view.verdict('rejected')?.id],
        }));
      const elsewhere = { collection: 'products', id: 'a' };
      expect(await inspect([KEY], ['taken', 'rejected'])).toEqual(['a', 'a', 'a']);
      expect(await inspect([KEY], ['rejected'])).toEqual(['a', undefined, 'a']);
      expect(await inspect([elsewhere], ['taken'])).toEqual([undefined, 'a', undefined]);
      expect(await inspect([], [])).toEqual([undefined, undefined, undefined]);
    });

    test('[PU1] a decision sees a document’s current state even if its scope knows an earlier one', async () => {
      await put(store, { id: 'a' }, { id: 'b' });
      const other = { ...KEY, id: 'b' };
      const states = await Promise.all([KEY, other].map((key) => store.read(key)));
      const known = states.filter((state) => state !== undefined);
      const data = { FBUID: 'a', text: 'written since' };
      await put(store, { id: 'a', data });
      const missing = { ...KEY, id: 'none' };
      const seen = await store.commit({ documents: [KEY, other, missing], known, writeIds: [] }, (view) => ({
        ...decideWrites(view, []),
        result: [KEY, other, missing].map((key) => view.document(key)),
      }));
      expect(seen).toEqual([await store.read(KEY), await store.read(other), undefined]);
      expect(seen[0]?.data).toEqual(data);
    });

    test('[ST1] listeners are called once a commit can be read, with each audience it touched', async () => {
      const received: (CommitEvent & { readonly head: number | undefined })[] = [];
      const pending: Promise<void>[] = [];
      store.onCommit((event) => {
        pending.push(store.read(KEY).then((head) => void received.push({ ...event, head: head?.sequence })));
      });
      await put(
        store,
        { id: 'a', audience: 'device:d' },
        { id: 'b', audience: 'device:d' },
        { id: 'c', audience: 'account:e' },
        { id: 'a', collection: 'products' },
      );
      await Promise.all(pending);
      expect(received).toEqual([
        {
          sequence: 4,
          head: 1,
          touched: [
            { collection: 'contacts', audience: 'device:d' },
            { collection: 'contacts', audience: 'account:e' },
            { collection: 'products', audience: 'public' },
          ],
        },
      ]);
    });

    test('[ST1] listeners are not called for a failed or empty commit, or after they unsubscribe', async () => {
      let calls = 0;
      const leave = store.onCommit(() => void calls++);
      await put(store);
      await put(store, { id: 'a', writeId: 'w' });
      await put(store, { id: 'b', writeId: 'w' }).catch(() => undefined);
      expect(calls).toBe(1);
      leave();
      await put(store, { id: 'c' });
      expect(calls).toBe(1);
    });

    test('[R-ENT-02] the store keeps a copy: changing the object afterwards has no effect', async () => {
      const data = { FBUID: 'a', list: ['one'] };
      await put(store, { id: 'a', data });
      data.list.push('two');
      expect((await store.read(KEY))?.data).toEqual({ FBUID: 'a', list: ['one'] });
      expect((await store.history(KEY, undefined, 1))[0]?.data).toEqual({ FBUID: 'a', list: ['one'] });
    });
  });
}
