import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReadScope } from '#shared/access/decide-access.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { CommitEvent } from '#server/core/document-store.ts';
import { compactStore } from '#server/core/maintenance.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { put } from './document-store-writes.ts';
import {
  fillWithPerson,
  MARK,
  OWN_FILE,
  OWNER,
  PERSON,
  refuse,
  SHARED_FILE,
  STAFF,
  toItem,
  type ErasingStores,
} from './erased-person.ts';

const DAY_MS = 24 * 3_600_000;
const NOTHING = { documents: 0, entries: 0, rejections: 0, mails: 0, kept: 0 };

interface ErasingWorld extends ErasingStores {
  dispose(): Promise<void>;
}

/** The contract of every store that erases accounts. */
export function testErasing(
  name: string,
  open: (clock: Clock) => ErasingWorld | Promise<ErasingWorld>,
): void {
  describe(name, () => {
    let world: ErasingWorld;
    let clock: TestClock;
    beforeEach(async () => {
      clock = createTestClock();
      world = await open(clock);
    });
    afterEach(() => world.dispose());

    const fill = () => fillWithPerson(world, clock);
    const rowsWith = async (mark: RegExp) =>
      (await world.readRows()).filter((row) => mark.test(row)).toSorted();
    const page = (collection: string, scope: ReadScope, after: number) =>
      world.store.changesSince({ collection, scope, after, limit: 100 });

    test('[PR3] no row of any table names a person who was erased, and nothing is left to erase', async () => {
      await fill();
      const marked = (await rowsWith(MARK)).map((row) => row.slice(0, row.indexOf(':')).replace('_a', 'A'));
      const tables = ['batch', 'history', 'job', 'mail', 'migrationAttempt', 'rejection'];
      expect([...new Set(marked)].toSorted()).toEqual(tables);
      expect(await world.eraser.holdsAnythingOf(PERSON.accountId)).toBe(true);
      expect([...(await world.eraser.devicesOf(PERSON.accountId))].toSorted()).toEqual(['phone', 'tablet']);
      const erased = await world.eraser.erase(PERSON);
      expect(erased).toEqual({ documents: 4, entries: 10, rejections: 4, mails: 5, kept: 3 });
      expect(await rowsWith(MARK)).toEqual([]);
      expect(await rowsWith(/"(?:phone|tablet)"/)).toEqual([]);
      expect(await rowsWith(new RegExp(OWNER))).toEqual([]);
      expect(await world.eraser.holdsAnythingOf(PERSON.accountId)).toBe(false);
      expect(await world.eraser.devicesOf(PERSON.accountId)).toEqual([]);
      // Only that of the last entry.
      expect(await rowsWith(/^eviction:/)).toHaveLength(1);
      expect(await world.eraser.erase(PERSON)).toEqual(NOTHING);
    });

    test('[PR3] readers pull a deletion without content, as does a device that had not noticed that it lost it', async () => {
      await fill();
      const { newest } = await page('contacts', 'everything', 0);
      const events: CommitEvent[] = [];
      world.store.onCommit((event) => void events.push(event));
      await world.eraser.erase(PERSON);
      const { documents } = await page('contacts', ['staff'], newest);
      expect(documents.map(({ id }) => id).toSorted()).toEqual(['gone', 'kept']);
      for (const { id, json, deleted, owner, updatedBy } of documents)
        expect([JSON.parse(json), deleted, owner, updatedBy]).toEqual([
          { FBUID: id },
          true,
          undefined,
          'deleted account',
        ]);
      expect((await page('contacts', ['device:phone'], newest)).evictions).toMatchObject([{ id: 'kept' }]);
      const history = await world.store.history({ collection: 'contacts', id: 'kept' }, undefined, 9);
      expect(history).toMatchObject([{ operation: 'delete', data: { FBUID: 'kept' }, device: undefined }]);
      const touched = events.flatMap((event) =>
        event.touched.map((one) => `${one.collection}/${one.audience}`),
      );
      expect(touched.toSorted()).toEqual([
        'checkouts/staff',
        'contacts/device:phone',
        'contacts/staff',
        'inbox/staff',
        'profiles/staff',
        'ukraines/staff',
      ]);
      expect(events.at(-1)?.sequence).toBe(await world.store.newestSequence());
    });

    test('[PR2] orders, paid payments and shared files stay without the person', async () => {
      await fill();
      await world.eraser.erase(PERSON);
      const order = await world.store.read({ collection: 'ukraines', id: 'order' });
      expect(order).toMatchObject({
        data: { text: 'an order' },
        deleted: false,
        updatedBy: 'deleted account',
      });
      expect(order?.owner).toBeUndefined();
      const entries = await world.store.history({ collection: 'ukraines', id: 'order' }, undefined, 9);
      expect(entries.map(({ updatedBy }) => updatedBy)).toEqual(['deleted account', 'deleted account']);
      const payments = await Promise.all(['paid', 'failed', 'wrong'].map((id) => world.payments.find(id)));
      expect(payments).toMatchObject([{ status: 'paid' }, undefined, { status: 'failed' }]);
      expect(payments.map((one) => one?.owner)).toEqual([undefined, undefined, undefined]);
      const files = await Promise.all([OWN_FILE, SHARED_FILE].map((id) => world.files.find(id)));
      expect(files.map((file) => file?.by)).toEqual([PERSON.accountId, null]);
    });

    test('[PR2] nothing of anybody else changes but the name in what staff wrote', async () => {
      await fill();
      const isOthers = /otto|mig2|\bj2\b/;
      const before = await rowsWith(isOthers);
      await world.eraser.erase(PERSON);
      const after = await rowsWith(isOthers);
      const isInbox = (row: string) => row.includes('contacts|ottos');
      expect(after.filter((row) => !isInbox(row))).toEqual(before.filter((row) => !isInbox(row)));
      const note = await world.store.read({ collection: 'inbox', id: 'contacts|ottos' });
      expect(note?.data['inboxNotes']).toMatchObject([
        { text: 'a friend of deleted account, too', by: STAFF },
      ]);
      const kind = await world.store.history({ collection: 'inbox', id: 'contacts|none' }, undefined, 9);
      expect(kind).toMatchObject([{ updatedBy: STAFF }]);
    });

    test.each([
      'dzoe.zzyzx@example.com',
      'D-Zoe.Zzyzx@example.com',
      'd+zoe.zzyzx@example.com',
      'zoe.zzyzx@example.com.au',
      'zoe.zzyzx@example.community',
      'zoe.zzyzx@example.com-pany.example',
      'ézoe.zzyzx@example.com',
      "o'zoe.zzyzx@example.com",
      'shop\\nzoe.zzyzx@example.com',
    ])('[PR2] [T48] nothing that names %s changes', async (other) => {
      const writes = [
        toItem('contacts|other', `Call ${other}.`),
        toItem('contacts|other', `Called ${other}.`),
      ];
      for (const write of writes) await put(world.store, write);
      await refuse(world, 'other', `from ${other}`);
      const before = await rowsWith(/zzyzx/i);
      await world.eraser.erase(PERSON);
      expect(await rowsWith(/zzyzx/i)).toEqual(before);
    });

    test.each([
      'zoe.zzyzx@example.com',
      'Call her.\nzoe.zzyzx@example.com',
      'Mail\tZoe.Zzyzx@example.com, or call.',
      'Contact...zoe.zzyzx@example.com.',
      '- "zoe.zzyzx@example.com"',
      '<zoe.zzyzx@example.com>;mailto:zoe.zzyzx@example.com?subject=x',
      "Friends:\n-zoe.zzyzx@example.com\n.zoe.zzyzx@example.com\n+zoe.zzyzx@example.com\n'zoe.zzyzx@example.com'",
      'Friends:\t-zoe.zzyzx@example.com\v-zoe.zzyzx@example.com',
      'Mail zoe.zzyzx@example.com.Thanks',
      'Mail zoe.zzyzx@example.com-Zoe',
      'Grüß “Zoe.Zzyzx@Example.Com”',
    ])('[PR3] no note names the person any more: %j', async (text) => {
      await put(world.store, toItem('contacts|other', text));
      await refuse(world, 'other', text);
      await world.eraser.erase(PERSON);
      expect(await rowsWith(/zzyzx/i)).toEqual([]);
    });

    test('[PR3] an enquiry that compaction has left only the history of is erased, too', async () => {
      await fill();
      clock.advance(181 * DAY_MS);
      await compactStore(world.store, clock.now());
      expect(await world.store.read({ collection: 'contacts', id: 'gone' })).toBeUndefined();
      expect((await rowsWith(/"gone"/)).length).toBeGreaterThan(0);
      await world.eraser.erase(PERSON);
      expect(await rowsWith(/"gone"/)).toEqual([]);
      expect(await rowsWith(MARK)).toEqual([]);
    });

    test('[PR3] [DU5] collections count what is left, no chain leads to what is gone, and history refuses changes', async () => {
      await fill();
      await world.eraser.erase(PERSON);
      for (const {
        name: collection,
        documents,
        deleted,
        history,
        bytes,
      } of await world.store.collections()) {
        const all = await world.store.list({
          collection,
          scope: 'everything',
          afterId: '',
          limit: 100,
          withDeleted: true,
        });
        const entries = await Promise.all(
          all.map(({ id }) => world.store.history({ collection, id }, undefined, 100)),
        );
        const counted = {
          documents: all.filter((one) => !one.deleted).length,
          deleted: all.filter((one) => one.deleted).length,
          history: entries.flat().length,
          bytes: all.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0),
        };
        expect({ documents, deleted, history, bytes }, collection).toEqual(counted);
      }
      const entries = (await rowsWith(/^history:/)).map(
        (row) => JSON.parse(row.slice('history:'.length)) as { sequence: number; previous: number | null },
      );
      const sequences = new Set<number | null>([null, ...entries.map(({ sequence }) => sequence)]);
      expect(entries.filter(({ previous }) => !sequences.has(previous))).toEqual([]);
      for (const sql of ['DELETE FROM history', 'UPDATE history SET data = 1', 'UPDATE batch SET at = 1'])
        await expect(world.run(sql)).rejects.toThrow('history is append-only');
    });
  });
}
