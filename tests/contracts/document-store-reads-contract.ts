import type { ReadScope } from '#shared/access/decide-access.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { StoreUnderTest } from './document-store-contract.ts';
import { put } from './document-store-writes.ts';

/** The read contract of every adapter of the store port. */
export function testStoreReads(name: string, open: () => StoreUnderTest | Promise<StoreUnderTest>): void {
  describe(name, () => {
    let world: StoreUnderTest;
    let store: DocumentStore;

    beforeEach(async () => {
      world = await open();
      store = world.store;
    });
    afterEach(() => world.dispose());

    const feed = { collection: 'contacts', scope: 'everything', after: 0, limit: 100 } as const;
    const idsOf = (documents: readonly { id: string }[]) => documents.map(({ id }) => id);

    test('[T15] rejected writes are read with their content, newest first, once each', async () => {
      const reject = (writeId: string, collection: string, text: string) =>
        store.commit({ documents: [], writeIds: [writeId] }, () => ({
          history: [],
          documents: [],
          verdicts: [{ writeId, collection, id: 'x', owner: 'device:ada', verdict: 'rejected' }],
          rejections: [
            {
              writeId,
              collection,
              id: 'x',
              code: 'invalid-argument',
              message: 'No.',
              path: 'a',
              payload: { text },
            },
          ],
          evictions: [],
          result: undefined,
        }));
      await reject('w1', 'contacts', 'first');
      await reject('w2', 'products', 'second');
      await reject('w1', 'contacts', 'again');
      await reject('w3', 'contacts', 'third');
      const writesOf = async (query: object) =>
        (await store.rejections({ limit: 9, ...query })).map(({ writeId }) => writeId);
      expect(await writesOf({})).toEqual(['w3', 'w2', 'w1']);
      expect(await store.countRejections()).toBe(3);
      expect(await writesOf({ collection: 'contacts', limit: 1 })).toEqual(['w3']);
      expect(await writesOf({ writeId: 'w9' })).toEqual([]);
      expect(await store.rejections({ writeId: 'w1', limit: 1 })).toEqual([
        {
          writeId: 'w1',
          collection: 'contacts',
          id: 'x',
          code: 'invalid-argument',
          message: 'No.',
          path: 'a',
          payload: { text: 'first' },
          at: expect.any(Number),
          owner: 'device:ada',
        },
      ]);
    });

    test('[R-MIG-03] one call reads the existing documents of several collections, deleted ones too', async () => {
      await put(store, { id: 'a', data: { size: 1 } }, { id: 'b' }, { collection: 'notes', id: 'a' });
      await put(store, { id: 'b', deleted: true });
      const keys = ['contacts', 'notes', 'nowhere'].flatMap((collection) =>
        ['b', 'a', '"', 'none'].map((id) => ({ collection, id })),
      );
      const found = await store.readAll(keys);
      const alone = await Promise.all(keys.map((key) => store.read(key)));
      expect(found).toHaveLength(3);
      expect(found).toEqual(expect.arrayContaining(alone.filter((one) => one !== undefined)));
      expect(await store.readAll([])).toEqual([]);
    });

    test('[T37] what an owner has stored is its documents’ entries and bytes, counted up to a limit', async () => {
      const [ada, ben] = ['device:ada', 'account:ben'] as const;
      await put(store, { id: 'a', owner: ada, data: { text: 'ä' } }, { id: 'b', owner: ben }, { id: 'c' });
      await put(
        store,
        { id: 'a', owner: ada, data: { text: 'more' } },
        { collection: 'notes', id: 'a', owner: ada },
      );
      await put(store, { id: 'a', owner: ada, data: { text: 'more' }, deleted: true });
      const sizes = ['{"text":"ä"}', '{"text":"more"}', '{"text":"more"}', '{"FBUID":"a"}'];
      const bytes = Buffer.byteLength(sizes.join(''));
      expect(await store.storedBy(ada, 100)).toEqual({ writes: 4, bytes });
      expect((await store.storedBy(ada, 3)).writes).toBe(3);
      expect(await store.storedBy('device:nobody', 100)).toEqual({ writes: 0, bytes: 0 });
      // The whole document changes hands.
      await put(store, { id: 'a', owner: ben, data: { text: 'more' }, deleted: true });
      expect(await store.storedBy(ada, 100)).toEqual({ writes: 1, bytes: 13 });
      expect((await store.storedBy(ben, 100)).writes).toBe(5);
    });

    test('[R-SHP-04] large collections are counted exactly, with deleted documents and history', async () => {
      const ids = Array.from({ length: 1_203 }, (_, index) => `d${index}`);
      await put(store, ...ids.map((id) => ({ id, data: { text: 'ä' } })));
      await put(store, ...ids.slice(0, 700).map((id) => ({ id, deleted: true, data: { text: 'ä' } })));
      await put(store, { collection: 'notes', id: 'n', at: '2026-05-05T05:05:05.000Z' });
      const bytes = Buffer.byteLength('{"text":"ä"}');
      expect(await store.collections()).toMatchObject([
        { name: 'contacts', documents: 503, deleted: 700, history: 1_903, bytes: 1_203 * bytes },
        { name: 'notes', documents: 1, deleted: 0, history: 1, lastChange: '2026-05-05T05:05:05.000Z' },
      ]);
    });

    test('[PL1] a page is a snapshot: it holds all writes of a batch or none', async () => {
      const writes = Array.from({ length: 20 }, (_, index) =>
        put(store, { id: 'left', data: { round: index } }, { id: 'right', data: { round: index } }),
      );
      const pages = Array.from({ length: 20 }, () => store.changesSince(feed));
      for (const { documents, newest } of await Promise.all(pages)) {
        const [left, right] = documents;
        expect(left?.json).toBe(right?.json);
        expect(right?.sequence ?? 0).toBe(newest);
      }
      await Promise.all(writes);
    });

    test('[PL5] [T22] a page of more than ten documents ends once they are too large', async () => {
      const text = 'x'.repeat(1000);
      for (let part = 0; part < 4; part += 1)
        await put(
          store,
          ...Array.from({ length: 60 }, (_none, index) => ({ id: `${part * 60 + index}`, data: { text } })),
        );
      const cutAt = async (limit: number, maxCharacters: number, scope = feed.scope) =>
        (await store.changesSince({ ...feed, scope, limit, maxCharacters })).isCut;
      expect(await cutAt(240, 300_000)).toBe(false);
      expect(await cutAt(240, 200_000)).toBe(true);
      expect(await cutAt(100, 200_000)).toBe(false);
      expect(await cutAt(11, 5000)).toBe(true);
      expect(await cutAt(10, 5000)).toBe(false);
      const { documents } = await store.changesSince({ ...feed, limit: 240 });
      expect(documents).toHaveLength(240);
    });

    test('[PL2] pages are full until the changes are exhausted, despite other readers’ documents in between', async () => {
      const audiences = ['device:a', 'device:b', 'account:c', 'staff', 'public'] as const;
      for (let round = 0; round < 50; round++) {
        const collection = round % 2 === 0 ? 'contacts' : 'products';
        await put(
          store,
          ...audiences.map((audience) => ({ id: `${audience} ${round}`, audience, collection })),
        );
      }
      const mine = ['device:b', 'account:c'] as const;
      const found: string[] = [];
      let after = 0;
      for (;;) {
        const page = await store.changesSince({ ...feed, scope: mine, after, limit: 7 });
        expect(page.newest).toBe(250);
        expect(page.documents.every(({ audience }) => mine.some((one) => one === audience))).toBe(true);
        const sequences = page.documents.map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
        expect((sequences[0] ?? Infinity) > after).toBe(true);
        found.push(...idsOf(page.documents));
        if (page.documents.length < 7) break;
        after = sequences.at(-1) ?? after;
      }
      expect(new Set(found).size).toBe(found.length);
      expect(found).toHaveLength(25 * mine.length);
    });

    test('[PL2] an empty page still carries the newest sequence', async () => {
      await put(store, { id: 'a', audience: 'device:a' });
      const nothing = { documents: [], evictions: [], isCut: false, newest: 1, purgeHorizon: 0 };
      expect(await store.changesSince({ ...feed, scope: 'nothing' })).toEqual(nothing);
      expect(await store.changesSince({ ...feed, scope: [] })).toEqual(nothing);
      expect(await store.changesSince({ ...feed, scope: ['device:b'] })).toEqual(nothing);
      expect(await store.changesSince({ ...feed, collection: 'products' })).toEqual(nothing);
    });

    test('[PB5] [R-CAL-09] living and deleted documents are listed apart, the last changed first', async () => {
      await put(store, { id: 'a' }, { id: 'b' }, { id: 'c' }, { collection: 'notes', id: 'n' });
      await put(store, { id: 'b', deleted: true, data: { kept: true } }, { id: 'a' });
      await put(store, { id: 'd', deleted: true, audience: 'device:a' });
      const newest = { collection: 'contacts', deleted: true, before: Infinity, limit: 100 };
      const deleted = await store.newest(newest);
      expect(idsOf(deleted)).toEqual(['d', 'b']);
      expect(deleted[1]).toMatchObject({ deleted: true, json: '{"kept":true}' });
      const [last] = await store.newest({ ...newest, limit: 1 });
      expect(idsOf(await store.newest({ ...newest, before: last?.sequence ?? 0 }))).toEqual(['b']);
      expect(idsOf(await store.newest({ ...newest, deleted: false }))).toEqual(['a', 'c']);
      expect(await store.newest({ ...newest, collection: 'nowhere' })).toEqual([]);
    });

    test('[PL3] a deleted document is in the changes and in no list', async () => {
      await put(store, { id: 'a', data: { FBUID: 'a', kept: true } }, { id: 'b' });
      await put(store, { id: 'a', deleted: true, data: { FBUID: 'a', kept: true } });
      const { documents } = await store.changesSince(feed);
      expect(documents).toMatchObject([
        { id: 'b', deleted: false },
        { id: 'a', deleted: true, json: '{"FBUID":"a","kept":true}', sequence: 3 },
      ]);
      expect(idsOf(await store.list({ ...feed, afterId: '' }))).toEqual(['b']);
    });

    test('[R-MIG-04] a list includes deleted documents on request, in the same order', async () => {
      for (const id of ['c', 'a', 'b']) await put(store, { id });
      await put(store, { id: 'b', deleted: true, data: { FBUID: 'b', kept: true } });
      const all = await store.list({ ...feed, afterId: '', withDeleted: true });
      expect(all.map(({ id, deleted }) => [id, deleted])).toEqual([
        ['a', false],
        ['b', true],
        ['c', false],
      ]);
      expect(idsOf(await store.list({ ...feed, afterId: 'a', withDeleted: true, limit: 1 }))).toEqual(['b']);
    });

    test('[R-MIG-04] a list ends early when its documents reach a total length', async () => {
      for (const id of ['a', 'b', 'c', 'd'])
        await put(store, { id, data: { FBUID: id, text: 'x'.repeat(980) } });
      await put(store, { id: 'e', data: { FBUID: 'e', text: 'x'.repeat(5000) }, audience: 'device:a' });
      const list = (afterId: string, maxCharacters: number, scope: ReadScope = 'everything') =>
        store.list({ ...feed, scope, afterId, maxCharacters }).then(idsOf);
      expect(await list('', 2000)).toEqual(['a', 'b']);
      expect(await list('b', 2000)).toEqual(['c', 'd']);
      expect(await list('d', 2000)).toEqual(['e']);
      expect(await list('', 1)).toEqual(['a']);
      expect(await list('', 1, ['device:a'])).toEqual(['e']);
      expect(await list('e', 1, ['device:a'])).toEqual([]);
    });

    test('[R-CAL-02] a list is ordered by the bytes of the ids, beyond the basic plane too', async () => {
      // UTF-16 would put the astral ids before the private-use one.
      const ordered = [
        '',
        'A',
        'Z',
        'a',
        'a ',
        'a0',
        'aa',
        'ä',
        'ж',
        '中',
        '\uE000',
        '\uFFFD',
        '😀',
        '😁',
      ].slice(1);
      for (const id of ordered.toReversed()) await put(store, { id });
      expect(idsOf(await store.list({ ...feed, afterId: '' }))).toEqual(ordered);
      const paged: string[] = [];
      for (;;) {
        const page = await store.list({ ...feed, afterId: paged.at(-1) ?? '', limit: 2 });
        paged.push(...idsOf(page));
        if (page.length < 2) break;
      }
      expect(paged).toEqual(ordered);
    });

    test('[AC1] a list is full despite other documents between the reader’s own', async () => {
      const writes = Array.from({ length: 40 }, (_, index) => ({
        id: `d${String(index).padStart(2, '0')}`,
        audience: index % 10 === 9 ? ('device:a' as const) : ('device:b' as const),
      }));
      await put(store, ...writes);
      const page = await store.list({ ...feed, scope: ['device:a'], afterId: '', limit: 3 });
      expect(idsOf(page)).toEqual(['d09', 'd19', 'd29']);
      expect(idsOf(await store.list({ ...feed, scope: ['device:a'], afterId: 'd29', limit: 3 }))).toEqual([
        'd39',
      ]);
      expect(await store.list({ ...feed, scope: 'nothing', afterId: '', limit: 3 })).toEqual([]);
      expect(await store.list({ ...feed, scope: [], afterId: '', limit: 3 })).toEqual([]);
    });

    test('[R-ENT-02] history comes newest first and continues before the last entry read', async () => {
      for (let round = 1; round <= 5; round++) {
        await put(store, { id: 'a', data: { round }, at: `2026-03-02T09:00:0${round}.000Z` }, { id: 'b' });
      }
      const key = { collection: 'contacts', id: 'a' };
      const rounds = (rows: readonly { data: Readonly<Record<string, unknown>> }[]) =>
        rows.map(({ data }) => data['round']);
      const first = await store.history(key, undefined, 2);
      expect(rounds(first)).toEqual([5, 4]);
      expect(rounds(await store.history(key, first.at(-1)?.at, 2))).toEqual([3, 2]);
      expect(rounds(await store.history(key, '2026-03-02T09:00:01.000Z', 2))).toEqual([]);
      expect(await store.history({ ...key, id: 'unknown' }, undefined, 2)).toEqual([]);
    });

    test('[R-CAL-10] collections are counted: documents, deleted, history, bytes, last change', async () => {
      expect(await store.collections()).toEqual([]);
      await put(store, {
        id: 'a',
        collection: 'free',
        data: { name: 'Zoë' },
        at: '2026-03-02T09:00:01.000Z',
      });
      await put(store, {
        id: 'a',
        collection: 'free',
        data: { name: 'Zoë 😀' },
        at: '2026-03-02T09:00:03.000Z',
      });
      await put(store, {
        id: 'b',
        collection: 'free',
        deleted: true,
        data: {},
        at: '2026-03-02T09:00:02.000Z',
      });
      const bytes = Buffer.byteLength('{"name":"Zoë 😀"}') + 2;
      expect(await store.collections()).toEqual([
        { name: 'free', documents: 1, deleted: 1, history: 3, bytes, lastChange: '2026-03-02T09:00:03.000Z' },
      ]);
    });

    test('[R-MIG-02] the documents of each collection are counted separately', async () => {
      await put(store, { id: 'a', collection: 'free' }, { id: 'a', collection: 'freed' });
      await put(store, { id: 'b', collection: 'free', deleted: true, data: {} });
      await put(
        store,
        { id: 'a', collection: 'free', deleted: true, data: {} },
        { id: 'a', collection: 'free' },
      );
      expect(await store.collections()).toMatchObject([
        { name: 'free', documents: 1, deleted: 1, history: 4 },
        { name: 'freed', documents: 1, deleted: 0, history: 1 },
      ]);
    });

    test('[ST4] all collections are named, each once and in order, even with only deleted documents', async () => {
      const names = async () => (await store.collections()).map(({ name }) => name);
      expect(await names()).toEqual([]);
      await put(store, { id: 'a', collection: 'zebra' }, { id: 'b', collection: 'zebra' });
      await put(store, { id: 'a', collection: 'ant', deleted: true, data: {} }, { id: 'a' });
      expect(await names()).toEqual(['ant', 'contacts', 'zebra']);
    });
  });
}
