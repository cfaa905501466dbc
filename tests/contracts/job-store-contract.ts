import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import type { CommitView, DocumentStore } from '#server/core/document-store.ts';
import type { JobProgress, JobRecord } from '#server/core/jobs/job-store.ts';
import type { CompactableUnderTest } from './compaction-contract.ts';
import { decideWrites, put, toScope, type PlainWrite } from './document-store-writes.ts';

export function jobRecord(id: string, changes: Partial<JobRecord> = {}): JobRecord {
  return {
    id,
    spec: {
      kind: 'import',
      collection: 'notes',
      upload: 'u1',
      label: 'notes.json',
      mode: 'upsert',
      onConflict: 'overwrite',
    },
    state: 'running',
    position: 0,
    total: null,
    counts: { create: 0, replace: 0, merge: 0, delete: 0, skip: 0, reject: 0, unchanged: 0 },
    problemCount: 0,
    startedAt: '2026-03-02T09:00:00.000Z',
    endedAt: null,
    startedBy: 'admin',
    message: null,
    undoneBy: null,
    cursor: '',
    ...changes,
  };
}

/** The job contract of every adapter of the store port. */
export function testJobs(
  title: string,
  open: () => CompactableUnderTest | Promise<CompactableUnderTest>,
): void {
  describe(title, () => {
    let store: DocumentStore & CompactableStore;
    let dispose: () => Promise<void>;
    beforeEach(async () => void ({ store, dispose } = await open()));
    afterEach(() => dispose());

    const step = (job: JobRecord, writes: readonly PlainWrite[] = [], rest: Partial<JobProgress> = {}) =>
      store.commit(toScope(writes), (view) => ({
        ...decideWrites(view, writes),
        progress: { job, problems: [], others: [], ...rest },
      }));

    test('[R-MIG-03] each step replaces the job’s record, and jobs are listed newest first', async () => {
      await step(jobRecord('one'));
      await step(jobRecord('two', { state: 'receiving' }));
      await step(jobRecord('one', { state: 'done', position: 3, cursor: 'c' }));
      expect(await store.jobs.read('one')).toEqual(
        jobRecord('one', { state: 'done', position: 3, cursor: 'c' }),
      );
      expect(await store.jobs.read('none')).toBeUndefined();
      expect((await store.jobs.list(9)).map(({ id }) => id)).toEqual(['two', 'one']);
      expect((await store.jobs.list(1)).map(({ id }) => id)).toEqual(['two']);
      expect((await store.jobs.inStates(['done', 'running'])).map(({ id }) => id)).toEqual(['one']);
    });

    test('[R-MIG-03] a decision sees the jobs that its scope names', async () => {
      await step(jobRecord('one', { position: 7 }));
      const inspect = (jobs: readonly string[]) =>
        store.commit({ documents: [], writeIds: [], jobs }, (view) => ({
          ...decideWrites(view, []),
          result: view.job('one')?.position,
        }));
      expect(await inspect(['one'])).toBe(7);
      expect(await inspect(['two'])).toBeUndefined();
    });

    test('[DB10] a decision sees the running jobs, oldest first, if its scope asks for them', async () => {
      const touched = { writes: 'notes', reads: 'notes' };
      const hold = { holder: 'n1', heldUntil: await store.jobs.now(), touched };
      await step(jobRecord('z', { hold }));
      for (const state of ['receiving', 'done', 'cancelled', 'failed', 'interrupted'] as const)
        await step(jobRecord(state, { state }));
      await step(jobRecord('a'));
      const look = (openJobs?: true) =>
        store.commit({ documents: [], writeIds: [], ...(openJobs && { openJobs }) }, (view) => ({
          ...decideWrites(view, []),
          result: view.openJobs(),
        }));
      expect(await look(true)).toEqual([jobRecord('z', { hold }), jobRecord('a')]);
      expect(await look()).toEqual([]);
    });

    test('[R-MIG-03] a job’s entries are its own, without other writes in between', async () => {
      await step(jobRecord('one'), [{ id: 'a' }, { id: 'b' }]);
      await step(jobRecord('two'), [{ id: 'x' }]);
      await step(jobRecord('one'), [{ id: 'c' }]);
      await step(jobRecord('one', { state: 'done' }));
      const idsOf = async (after: number, limit: number) =>
        (await store.jobs.entries('one', after, limit)).map(({ entry }) => entry.id);
      expect(await idsOf(0, 10)).toEqual(['a', 'b', 'c']);
      expect(await idsOf(1, 10)).toEqual(['b', 'c']);
      expect(await idsOf(0, 2)).toEqual(['a', 'b']);
      expect(await idsOf(4, 2)).toEqual([]);
      expect(await store.jobs.countEntries('one')).toBe(3);
      expect(await store.jobs.countEntries('none')).toBe(0);
    });

    test('[R-MIG-03] a job’s entry comes with the state before the job and whether the job wrote the document again', async () => {
      const write = (writeId: string, id = 'a') => ({ id, writeId });
      await put(store, write('w1'));
      await step(jobRecord('one'), [write('w2'), write('x1', 'new')]);
      await step(jobRecord('one'), [write('w3')]);
      await put(store, write('w4'));
      await step(jobRecord('two'), [write('w5')]);
      const seen = async (job: string) =>
        (await store.jobs.entries(job, 0, 10)).map(({ entry, isFollowed, before, current }) => ({
          entry: entry.writeId,
          isFollowed,
          before: before?.writeId,
          current: current?.writeId,
        }));
      expect(await seen('one')).toEqual([
        { entry: 'w2', isFollowed: true, before: undefined, current: 'w5' },
        { entry: 'x1', isFollowed: false, before: undefined, current: 'x1' },
        { entry: 'w3', isFollowed: false, before: 'w1', current: 'w5' },
      ]);
      expect(await seen('two')).toEqual([{ entry: 'w5', isFollowed: false, before: 'w4', current: 'w5' }]);
      const [newest] = await store.jobs.entries('two', 0, 10);
      expect(newest?.current).toEqual(
        await store.read({ collection: newest?.entry.collection ?? '', id: 'a' }),
      );
    });

    test('[R-MIG-03] the problems of all steps are kept in order, and a step can change other jobs', async () => {
      const problem = (id: string) => ({ id, code: 'collision', path: 'a', message: 'twice' });
      await step(jobRecord('one'), [], { problems: [problem('a'), problem('b')] });
      await step(jobRecord('two'));
      const others = [jobRecord('two', { undoneBy: 'one' })];
      await step(jobRecord('one'), [], { problems: [problem('c')], others });
      expect((await store.jobs.problems('one')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      expect(await store.jobs.problems('two')).toEqual([]);
      expect(await store.jobs.read('two')).toMatchObject({ undoneBy: 'one' });
    });

    test('[R-MIG-03] a step whose writes can’t be stored leaves its job unchanged', async () => {
      await step(jobRecord('one'), [{ id: 'a', writeId: 'taken' }]);
      const again = step(jobRecord('one', { position: 9 }), [{ id: 'b', writeId: 'taken' }]);
      await expect(again).rejects.toThrow();
      expect(await store.jobs.read('one')).toEqual(jobRecord('one'));
      expect(await store.jobs.countEntries('one')).toBe(1);
    });

    test('[DU5] [R-MIG-03] entries removed by compaction are counted but no longer found', async () => {
      await step(jobRecord('one'), [{ id: 'a' }, { id: 'b', deleted: true }]);
      const before = Date.parse('2030-01-01T00:00:00.000Z');
      await store.compact({
        before,
        rejectionsBefore: 0,
        devicesBefore: 0,
        paymentsBefore: 0,
        keptCollections: [],
        keptBefore: before,
        limit: 10,
      });
      expect((await store.jobs.entries('one', 0, 10)).map(({ entry }) => entry.id)).toEqual(['a']);
      expect(await store.jobs.countEntries('one')).toBe(2);
    });

    const renameOf = (id: string, collection: string, changes: Partial<JobRecord> = {}) =>
      jobRecord(id, {
        spec: {
          kind: 'rename',
          collection,
          rename: { rules: [{ kind: 'map', from: 'a', to: 'b' }], onCollision: 'error' },
        },
        ...changes,
      });
    const inspect = <Result>(see: (view: CommitView) => Result): Promise<Result> =>
      store.commit({ documents: [], writeIds: [] }, (view) => ({
        ...decideWrites(view, []),
        result: see(view),
      }));

    test('[PU9] a decision sees a collection’s renames in effect, in the order they began', async () => {
      await step(renameOf('z', 'contacts'));
      await step(renameOf('other', 'notes'));
      await step(jobRecord('import', { spec: { ...jobRecord('').spec, collection: 'contacts' } as JobSpec }));
      await step(renameOf('a', 'contacts'));
      await step(renameOf('z', 'contacts', { state: 'done' }));
      const seen = () => inspect((view) => view.renames('contacts').map(({ id, state }) => [id, state]));
      expect(await seen()).toEqual([
        ['z', 'done'],
        ['a', 'running'],
      ]);
      await step(jobRecord('u'), [], {
        others: [renameOf('z', 'contacts', { state: 'done', undoneBy: 'u' })],
      });
      expect(await seen()).toEqual([['a', 'running']]);
      // The undo is undone.
      await step(jobRecord('v'), [], { others: [jobRecord('u', { undoneBy: 'v' })] });
      expect((await seen()).map(([id]) => id)).toEqual(['z', 'a']);
      expect(await inspect((view) => view.renames('none'))).toEqual([]);
    });

    test('[PU9] a decision sees the states that renames alone have turned into an entry', async () => {
      const write = (writeId: string) => ({ id: 'one', writeId });
      await put(store, write('w1'), { id: 'two', writeId: 'x1' });
      await step(renameOf('first', 'contacts'), [write('r1')]);
      await step(renameOf('second', 'contacts'), [{ id: 'two', writeId: 'x2' }, write('r2')]);
      const from = (sequence: number, ...jobs: string[]) =>
        inspect((view) => view.renamedFrom(sequence, jobs).map(({ writeId, job }) => `${writeId} ${job}`));
      expect(await from(5, 'first', 'second')).toEqual(['r1 second', 'w1 first']);
      expect(await from(5, 'second')).toEqual(['r1 second']);
      expect(await from(5, 'first')).toEqual([]);
      expect(await from(4, 'first', 'second')).toEqual(['x1 second']);
      expect(await from(1, 'first', 'second')).toEqual([]);
      await put(store, write('w2'));
      expect(await from(6, 'first', 'second')).toEqual([]);
    });

    test('[ST1] the event of a commit says whether it is a job’s', async () => {
      const received: unknown[] = [];
      store.onCommit((event) => void received.push(event.isOfJob));
      await step(jobRecord('one'), [{ id: 'a' }]);
      await step(jobRecord('one'));
      await store.commit(toScope([{ id: 'b' }]), (view) => decideWrites(view, [{ id: 'b' }]));
      expect(received).toEqual([true, undefined]);
    });
  });
}
