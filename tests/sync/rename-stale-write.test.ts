import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RenameRule, RenameSpec } from '#shared/migration/rename-spec.ts';
import type { JobRecord } from '#server/core/jobs/job-store.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { decideWrites, toScope, type PlainWrite } from '../contracts/document-store-writes.ts';
import { jobRecord } from '../contracts/job-store-contract.ts';
import { historyOf, pushRow, row, type RowOptions } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { productContent } from '../support/samples.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { createTestClock } from '../support/test-clock.ts';

const DAY = 24 * 3_600_000;
type Fields = Record<string, unknown>;

const map = (from: string, to: string): RenameRule => ({ kind: 'map', from, to });
const find = (text: string, replace: string): RenameRule => ({ kind: 'find', find: text, replace });

describe.each(['memory', 'SQLite'])('writes that come after a rename, on the store in %s', (kind) => {
  let clock: ReturnType<typeof createTestClock>;
  let server: CoreServer;
  let dispose: () => Promise<void>;
  beforeEach(() => {
    clock = createTestClock();
    const temporary = kind === 'SQLite' ? openTemporaryStore(clock) : undefined;
    const store = temporary?.store ?? createSuiteStore(clock);
    server = createCoreServer(store, clock);
    server.sessions.set('eve', { accountId: 'eve', email: 'eve@example.com', isStaff: true });
    dispose = temporary?.dispose ?? (() => store.close());
  });
  afterEach(() => dispose());

  const staff = { device: 'd'.repeat(22), session: 'eve' } as const;
  const pushTo = (collection: string, id: string, writeId: string, content: object, options?: RowOptions) =>
    pushRow(server, staff, collection, row(id, writeId, content, options));
  const push = (writeId: string, content: object, options?: RowOptions) =>
    pushTo('notes', 'one', writeId, content, options);
  const stored = async (collection = 'notes', id = 'one') => {
    const { FBUID: _id, ...fields } = { ...(await server.store.read({ collection, id }))?.data };
    return fields;
  };

  /** A finished job and its writes. */
  function renamed(
    id: string,
    rules: RenameRule[],
    writes: readonly PlainWrite[] = [],
    changes: Partial<JobRecord> & { collection?: string; onCollision?: RenameSpec['onCollision'] } = {},
  ): Promise<unknown> {
    const { collection = 'notes', onCollision = 'error', ...rest } = changes;
    const spec = { kind: 'rename', collection, rename: { rules, onCollision } } as const;
    const endedAt = new Date(clock.now()).toISOString();
    const job = jobRecord(id, { spec, state: 'done', endedAt, ...rest });
    const all = writes.map((write) => ({ collection, audience: 'staff' as const, ...write }));
    return server.store.commit(toScope(all), (view) => ({
      ...decideWrites(view, all),
      progress: { job, problems: [], others: [] },
    }));
  }
  const toUnitPrice = () =>
    renamed(
      'j',
      [map('price', 'unitPrice')],
      [{ id: 'one', writeId: 'r', data: { FBUID: 'one', unitPrice: 1 } }],
    );

  test('[PU9] a write on the state before the rename gets the new names and the current state as its base', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    expect(await push('w2', { price: 2, more: true }, { base: 'w1' })).toMatchObject({ verdict: 'accepted' });
    expect(await stored()).toEqual({ unitPrice: 2, more: true });
  });

  test('[PU9] its trail gets the new names too, and later pending writes are accepted', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    const trail = [{ writeId: 'w2', at: '2026-03-02T20:00:00.000+11:00', data: { price: 2 } }];
    await push('w3', { price: 3 }, { base: 'w1', trail });
    await push('w4', { price: 4 }, { base: 'w3' });
    const history = await historyOf(server, staff, 'notes/one');
    expect(history.map(({ data }) => (data as Fields)['unitPrice'])).toEqual([4, 3, 2, 1, undefined]);
    expect(await stored()).toEqual({ unitPrice: 4 });
  });

  test('[PU9] two fields that swap names are swapped once, for the stale write only', async () => {
    await push('w1', { a: 1, b: 2 });
    await renamed(
      'j',
      [map('a', 'b'), map('b', 'a')],
      [{ id: 'one', writeId: 'r', data: { FBUID: 'one', b: 1, a: 2 } }],
    );
    await push('w2', { a: 10, b: 2 }, { base: 'w1' });
    expect(await stored()).toEqual({ b: 10, a: 2 });
    await push('w3', { b: 11, a: 2 }, { base: 'w2' });
    expect(await stored()).toEqual({ b: 11, a: 2 });
  });

  test('[PU9] a write gets only the renames it missed', async () => {
    await push('w1', { price: 1 });
    await renamed(
      'j1',
      [find('price', 'unit_price')],
      [{ id: 'one', writeId: 'r1', data: { FBUID: 'one', unit_price: 1 } }],
    );
    await renamed(
      'j2',
      [find('unit', 'net')],
      [{ id: 'one', writeId: 'r2', data: { FBUID: 'one', net_price: 1 } }],
    );
    await push('w2', { price: 2 }, { base: 'w1' });
    expect(await stored()).toEqual({ net_price: 2 });
    await pushTo('notes', 'two', 'v1', { unit_price: 3 });
    expect(await stored('notes', 'two')).toEqual({ net_price: 3 });
  });

  test('[PU9] a base given as content is compared under the new names', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    const base = { FBUID: 'one', price: 1 };
    expect(await push('w2', { price: 2 }, { base })).toMatchObject({ verdict: 'accepted' });
    expect(await stored()).toEqual({ unitPrice: 2 });
    const stale = await push('w3', { price: 3 }, { base });
    expect(stale).toMatchObject({ verdict: 'conflict', master: { unitPrice: 2 } });
  });

  test('[PU9] [PU4] a stale write that was overwritten by another device is still a conflict', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    await push('w2', { unitPrice: 5 }, { base: 'r' });
    const late = await push('w3', { price: 2 }, { base: 'w1' });
    expect(late).toMatchObject({ verdict: 'conflict', master: { unitPrice: 5 } });
    expect(await stored()).toEqual({ unitPrice: 5 });
  });

  test('[PU9] [PU4] after a lost response before the rename, the next write is accepted', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    const trail = [{ writeId: 'w1', at: '2026-03-02T20:00:00.000+11:00', data: { price: 1 } }];
    expect(await push('w2', { price: 2 }, { trail })).toMatchObject({ verdict: 'accepted' });
    expect(await stored()).toEqual({ unitPrice: 2 });
  });

  test('[PU9] [PU6] a write equal to the current state under the new names writes nothing', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    const before = await server.store.newestSequence();
    expect(await push('w2', { price: 1 }, { base: 'w1' })).toMatchObject({ verdict: 'accepted' });
    expect(await server.store.newestSequence()).toBe(before);
  });

  test('[PU9] [PU3] a repeated write gets the same verdict as before the rename', async () => {
    const [first, again] = [
      await push('w1', { price: 1 }),
      await toUnitPrice().then(() => push('w1', { price: 1 })),
    ];
    expect(again).toEqual(first);
    expect(await stored()).toEqual({ unitPrice: 1 });
  });

  test('[PU9] a stale deletion deletes', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    expect(await push('w2', { price: 1 }, { base: 'w1', deleted: true })).toMatchObject({
      verdict: 'accepted',
    });
    expect((await server.store.read({ collection: 'notes', id: 'one' }))?.deleted).toBe(true);
  });

  test('[PU9] a write with both the old and the new name is a conflict for its device to solve', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    const both = { price: 2, unitPrice: 3 };
    expect(await push('w2', both, { base: 'w1' })).toMatchObject({ verdict: 'conflict' });
  });

  test('[PU10] a new document with old names gets the new ones unless it may have them already', async () => {
    await renamed('j', [map('price', 'unitPrice'), find('cost', 'net_cost')]);
    await push('w1', { price: 1 });
    expect(await stored()).toEqual({ unitPrice: 1 });
    await pushTo('notes', 'two', 'v1', { net_cost: 1 });
    expect(await stored('notes', 'two')).toEqual({ net_cost: 1 });
  });

  test('[PU10] an old app’s next write on the current state gets them too', async () => {
    await push('w1', { price: 1 });
    await toUnitPrice();
    await push('w2', { unitPrice: 1, price: 2 }, { base: 'r' });
    expect(await stored()).toEqual({ unitPrice: 1, price: 2 });
    await push('w3', { price: 3 }, { base: 'w2' });
    expect(await stored()).toEqual({ unitPrice: 3 });
  });

  test.each([
    ['is being made', { state: 'running', endedAt: null }, true],
    ['was interrupted', { state: 'interrupted', endedAt: null }, true],
    ['has failed and can be resumed', { state: 'failed' }, true],
    ['was undone', { undoneBy: 'u' }, false],
    ['was cancelled', { state: 'cancelled' }, false],
    ['is another collection’s', { collection: 'human' }, false],
  ] as const)('[PU11] a rename that %s (%j) counts: %s', async (_what, changes, counts) => {
    await renamed('j', [map('price', 'unitPrice')], [], changes);
    await push('w1', { price: 1 });
    expect(await stored()).toEqual(counts ? { unitPrice: 1 } : { price: 1 });
  });

  test('[PU11] [RT1] a rename counts for 180 days', async () => {
    await renamed('j', [map('price', 'unitPrice')]);
    clock.advance(180 * DAY);
    await push('w1', { price: 1 });
    expect(await stored()).toEqual({ unitPrice: 1 });
    clock.advance(1);
    await pushTo('notes', 'two', 'v1', { price: 1 });
    expect(await stored('notes', 'two')).toEqual({ price: 1 });
  });

  describe('in a collection with a schema', () => {
    const { productName, ...rest } = productContent();
    const old = { ...rest, productTitle: productName, createdAt: '2026-03-02T20:00:00.000+11:00' };
    const rename = (writes: readonly PlainWrite[] = []) =>
      renamed('j', [map('productTitle', 'productName')], writes, { collection: 'products' });

    test('[PU10] content that is valid only under the new names gets them', async () => {
      expect(await pushTo('products', 'p', 'w1', old)).toMatchObject({ verdict: 'rejected' });
      await rename();
      expect(await pushTo('products', 'p', 'w2', old)).toMatchObject({ verdict: 'accepted' });
      expect(await stored('products', 'p')).toMatchObject({ productName });
      expect(await stored('products', 'p')).not.toHaveProperty('productTitle');
    });

    test('[PU10] [PU5] content that is valid under neither set of names is refused unchanged', async () => {
      await rename();
      const { STUPID: _id, ...rest } = old;
      const refused = await pushTo('products', 'p', 'w1', { ...rest, STUPID: '' });
      expect(refused).toMatchObject({ verdict: 'rejected', path: 'productTitle' });
      expect(await server.store.read({ collection: 'products', id: 'p' })).toBeUndefined();
    });

    test('[PU9] a newer app that has already renamed its copy can push it on the earlier state', async () => {
      const data = { FBUID: 'p', ...productContent(), createdAt: old.createdAt };
      const before = { collection: 'products', id: 'p', audience: 'public' as const };
      const first = [{ ...before, writeId: 'w1', data: { ...old, FBUID: 'p' } }];
      await server.store.commit(toScope(first), (view) => decideWrites(view, first));
      await rename([{ ...before, writeId: 'r', data }]);
      const pushed = await pushTo('products', 'p', 'w2', { ...data, STUPID: 'new' }, { base: 'w1' });
      expect(pushed).toMatchObject({ verdict: 'accepted' });
      const late = await pushTo('products', 'p', 'w3', { ...old, STUPID: 'newer' }, { base: 'w2' });
      expect(late).toMatchObject({ verdict: 'accepted' });
      expect(await stored('products', 'p')).toMatchObject({ productName, STUPID: 'newer' });
    });
  });
});
