import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ANONYMOUS, type Actor } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { createJobs, type Jobs } from '#server/core/jobs/jobs.ts';
import { eventually } from '../support/eventually.ts';
import { createFewDocuments } from '../support/few-documents.ts';
import { toStoppable, type Stoppable } from '../support/stoppable-store.ts';
import { createTestClock } from '../support/test-clock.ts';
import { put } from './document-store-writes.ts';

/** The store of each of two nodes. */
export interface NodesUnderTest {
  readonly stores: readonly [DocumentStore, DocumentStore];
  dispose(): Promise<void>;
}

interface TestNode extends Stoppable {
  readonly jobs: Jobs;
  /** Ids of the uploads that are on it. */
  readonly uploads: string[];
  readonly logged: string[];
}

const LOOK_MS = 5000;
const HOLD_MS = 15_000;
const HANDOVER_MS = 10_000;
const COUNT = 1200;
const ADMIN: Actor = { ...ANONYMOUS, isStaff: true, isAdmin: true, email: 'admin' };
const KIM: Actor = {
  ...ANONYMOUS,
  isStaff: true,
  role: 'staff',
  accountId: 'kim',
  email: 'kim@shop.example',
};
const RENAME: JobSpec = {
  kind: 'rename',
  collection: 'notes',
  rename: { rules: [{ kind: 'map', from: 'price', to: 'cost' }], onCollision: 'error' },
};
const COPY: JobSpec = {
  kind: 'copy',
  source: 'notes',
  target: 'archive',
  mode: 'upsert',
  onConflict: 'overwrite',
  where: [],
};
const IMPORT: JobSpec = {
  kind: 'import',
  collection: 'imported',
  upload: 'u1',
  label: 'few.ndjson',
  mode: 'upsert',
  onConflict: 'overwrite',
};

/** The contract of jobs on two nodes that share a store. */
export function testJobNodes(title: string, open: () => NodesUnderTest | Promise<NodesUnderTest>): void {
  describe(title, () => {
    let store: DocumentStore;
    let first: TestNode;
    let second: TestNode;
    let staff: readonly string[];
    let aheadMs: number;
    let dispose: () => Promise<void>;

    beforeEach(async () => {
      const world = await open();
      store = world.stores[1];
      staff = ['kim'];
      aheadMs = 0;
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      [first, second] = [startNode(world.stores[0], 'first'), startNode(world.stores[1], 'second')];
      await put(
        store,
        ...Array.from({ length: COUNT }, (_none, index) => {
          const id = `n${String(index).padStart(5, '0')}`;
          return { collection: 'notes', id, data: { FBUID: id, price: index } };
        }),
      );
      dispose = async () => {
        for (const node of [first, second]) node.goOn();
        await Promise.all([first.jobs.close(), second.jobs.close()]);
        await world.dispose();
      };
    });
    afterEach(async () => {
      await dispose();
      vi.useRealTimers();
    });

    function startNode(shared: DocumentStore, name: string): TestNode {
      const stoppable = toStoppable(shared, () => aheadMs);
      const uploads: string[] = [];
      const logged: string[] = [];
      const toCurrentStaff = async (actor: Actor) =>
        staff.includes(actor.accountId ?? '') ? actor : undefined;
      const write = (_facts: object, text: string) => void logged.push(text);
      const jobs = createJobs({
        store: stoppable.store,
        files: createFewDocuments(uploads, COUNT),
        clock: createTestClock(),
        log: { info: write, error: write },
        node: { name, toCurrentStaff },
      });
      return { ...stoppable, jobs, uploads, logged };
    }

    const stateOn = async ({ jobs }: TestNode, id: string) => (await jobs.read(id, ADMIN)).state;
    const states = (id: string) => Promise.all([stateOn(first, id), stateOn(second, id)]);
    const look = () => vi.advanceTimersByTimeAsync(LOOK_MS);
    /** Only for the holds. */
    const passTime = (ms: number) => void (aheadMs += ms);
    const whenDone = (id: string) =>
      eventually(async () => {
        // A look while the last one is under way is left out.
        await look();
        const job = await second.jobs.read(id, ADMIN);
        expect(job).toMatchObject({ state: 'done', position: COUNT });
        return job;
      });
    /** Starts a job on the first node, and stops the node in the middle of it. */
    async function startAndStop(spec: JobSpec = RENAME, actor = ADMIN): Promise<string> {
      first.standStillAfterStep();
      const { id } = await first.jobs.start({ spec }, actor);
      await eventually(async () => expect((await store.jobs.read(id))?.position).toBeGreaterThan(0));
      first.standStill();
      expect((await store.jobs.read(id))?.position).toBeLessThan(COUNT);
      return id;
    }
    async function expectWrittenOnce(): Promise<void> {
      expect(await store.newestSequence()).toBe(2 * COUNT);
      const texts = await store.list({
        collection: 'notes',
        scope: 'everything',
        afterId: '',
        limit: 2 * COUNT,
      });
      expect(texts.filter(({ json }) => json.includes('"cost"'))).toHaveLength(COUNT);
    }

    test('[DB10] a job counts as running on every node while one of them holds it', async () => {
      const { id } = await first.jobs.start({ spec: RENAME }, ADMIN);
      expect(await stateOn(second, id)).toBe('running');
      expect(await second.jobs.resume(id, ADMIN)).toMatchObject({ state: 'running' });
      const job = await whenDone(id);
      expect(job).toMatchObject({ counts: { replace: COUNT }, startedBy: 'admin' });
      expect(job).not.toHaveProperty('hold');
      await expectWrittenOnce();
    });

    test('[DB10] a node renews its hold while a step takes long', async () => {
      const { id } = await first.jobs.start({ spec: RENAME }, ADMIN);
      first.standStill('list');
      const readHold = async () => (await store.jobs.read(id))?.hold;
      for (let round = 0; round < 3; round += 1) {
        const { heldUntil = 0 } = (await readHold()) ?? {};
        passTime(HOLD_MS - LOOK_MS);
        await eventually(async () => {
          await look();
          expect((await readHold())?.heldUntil).toBeGreaterThan(heldUntil);
        });
        expect(await states(id)).toEqual(['running', 'running']);
      }
      expect((await readHold())?.holder).toBe('first');
      first.goOn();
      await whenDone(id);
      await expectWrittenOnce();
    });

    test('[DB10] a hold begins when the job has been planned', async () => {
      first.standStill('list');
      const starting = first.jobs.start({ spec: RENAME }, ADMIN);
      await look();
      passTime(60_000);
      first.goOn();
      const { id } = await starting;
      first.standStill('list');
      await look();
      expect((await store.jobs.read(id))?.hold?.holder).toBe('first');
      first.goOn();
      await whenDone(id);
    });

    test('[DB10] another node goes on with the job of a node that has ended, and writes every document once', async () => {
      const id = await startAndStop();
      passTime(HOLD_MS - LOOK_MS);
      await look();
      expect((await store.jobs.read(id))?.hold?.holder).toBe('first');
      passTime(LOOK_MS + 1);
      expect(await stateOn(second, id)).toBe('running');
      await look();
      expect(await whenDone(id)).toMatchObject({ counts: { replace: COUNT }, startedBy: 'admin' });
      expect(second.logged).toEqual(['A job of another node goes on here.']);
      await expectWrittenOnce();
    });

    test('[DB10] of two nodes that work on one job each document is written by one of them', async () => {
      const id = await startAndStop();
      passTime(HOLD_MS + 1);
      await look();
      first.goOn();
      await whenDone(id);
      await first.jobs.close();
      await expectWrittenOnce();
      expect(await store.jobs.read(id)).toMatchObject({ state: 'done', counts: { replace: COUNT } });
    });

    test('[DB10] a node that stood still leaves its job to the node that has it now', async () => {
      const id = await startAndStop();
      const before = await store.jobs.read(id);
      passTime(HOLD_MS + 1);
      second.standStill('list');
      await look();
      await eventually(async () => expect((await store.jobs.read(id))?.hold?.holder).toBe('second'));
      first.goOn();
      await first.jobs.close();
      expect(await store.jobs.read(id)).toMatchObject({
        position: before?.position,
        hold: { holder: 'second' },
      });
      second.goOn();
      await whenDone(id);
      await expectWrittenOnce();
    });

    test('[DB10] a job is interrupted once no node has gone on with it', async () => {
      second.standStill('inStates');
      const id = await startAndStop();
      passTime(HOLD_MS + HANDOVER_MS - LOOK_MS);
      expect(await stateOn(second, id)).toBe('running');
      passTime(LOOK_MS + 1);
      const interrupted = await second.jobs.read(id, ADMIN);
      expect(interrupted).toMatchObject({ state: 'interrupted', endedAt: null });
      expect((await second.jobs.list(9)).jobs).toMatchObject([{ id, state: 'interrupted' }]);
      second.goOn();
      expect(await second.jobs.resume(id, KIM)).toMatchObject({ state: 'running', message: null });
      await whenDone(id);
      await expectWrittenOnce();
    });

    test('[DB10] of two jobs that begin on two nodes at once one is refused, and names the other', async () => {
      for (const node of [first, second]) node.standStill('commit');
      const both = [first, second].map(({ jobs }) => jobs.start({ spec: RENAME }, ADMIN));
      await eventually(() => expect([first.waiting(), second.waiting()]).toEqual([1, 1]));
      for (const node of [first, second]) node.goOn();
      const results = await Promise.allSettled(both);
      const [begun] = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const refused = results.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused).toMatchObject([{ code: 'failed-precondition', reason: 'JOB_RUNNING' }]);
      expect(String(refused[0])).toContain(`Job ${begun?.id}, the renaming of fields in notes`);
      await whenDone(begun?.id ?? '');
    });

    test('[DB10] a job of another node is in the way of the jobs that touch its collection', async () => {
      const id = await startAndStop();
      const refusal = second.jobs.start({ spec: COPY }, ADMIN);
      await expect(refusal).rejects.toMatchObject({ reason: 'JOB_RUNNING' });
      await expect(second.jobs.plan({ kind: 'undo', job: id }, ADMIN)).rejects.toThrow('has not ended');
      first.goOn();
      await whenDone(id);
      await second.jobs.start({ spec: COPY }, ADMIN);
    });

    test('[DB10] a job that is cancelled on another node ends before its next step', async () => {
      const id = await startAndStop();
      const cancelled = await second.jobs.cancel(id, ADMIN);
      expect(cancelled.state).toBe('cancelled');
      first.goOn();
      await look();
      await first.jobs.close();
      expect(await second.jobs.read(id, ADMIN)).toEqual(cancelled);
      expect(await store.newestSequence()).toBe(COUNT + cancelled.position);
      await second.jobs.resume(id, ADMIN);
      await whenDone(id);
      await expectWrittenOnce();
    });

    test('[DB10] a node that closes lets its jobs go, and another goes on at once', async () => {
      const { id } = await first.jobs.start({ spec: RENAME }, ADMIN);
      await first.jobs.close();
      expect((await store.jobs.read(id))?.position).toBeLessThan(COUNT);
      expect(await stateOn(second, id)).toBe('running');
      await look();
      await whenDone(id);
      await expectWrittenOnce();
    });

    test('[DB10] a job goes on in the name of its person, and stays interrupted for one who is no longer staff', async () => {
      const id = await startAndStop(RENAME, KIM);
      staff = [];
      passTime(HOLD_MS + 1);
      await look();
      await eventually(async () => expect(await stateOn(second, id)).toBe('interrupted'));
      expect((await store.jobs.read(id))?.hold).toBeUndefined();
      const left = (await store.jobs.read(id))?.position;
      expect((await store.jobs.read(id))?.message).toContain('can be resumed');
      staff = ['kim'];
      await look();
      expect(await store.jobs.read(id)).toMatchObject({ state: 'interrupted', position: left });
      await second.jobs.resume(id, KIM);
      await second.jobs.close();
      second = startNode(store, 'third');
      await look();
      await whenDone(id);
      const [last] = await store.history({ collection: 'notes', id: `n0${COUNT - 1}` }, undefined, 1);
      expect(last).toMatchObject({ updatedBy: 'kim@shop.example', data: { cost: COUNT - 1 } });
      await expectWrittenOnce();
    });

    test('[DB10] an import goes on only on a node that has its file', async () => {
      first.uploads.push('u1');
      const id = await startAndStop(IMPORT);
      passTime(HOLD_MS + HANDOVER_MS + 1);
      await look();
      expect(await stateOn(second, id)).toBe('interrupted');
      second.uploads.push('u1');
      await look();
      expect(await whenDone(id)).toMatchObject({ counts: { create: COUNT } });
      expect(await store.newestSequence()).toBe(2 * COUNT);
    });

    test('[DB10] a node without the file of an import tells that its person is no longer staff', async () => {
      first.uploads.push('u1');
      const id = await startAndStop(IMPORT, KIM);
      staff = [];
      passTime(HOLD_MS + 1);
      await look();
      await eventually(async () => expect(await stateOn(second, id)).toBe('interrupted'));
      expect(JSON.stringify(await store.jobs.read(id)).match(/kim/g)).toHaveLength(1);
    });

    test('[DB10] a failure of the database that passes interrupts no job', async () => {
      const { id } = await first.jobs.start({ spec: RENAME }, ADMIN);
      first.fail(new AppError('unavailable', 'The database does not answer.'));
      await eventually(() => expect(first.logged).toContain('A job has stopped.'));
      expect(await store.jobs.read(id)).toMatchObject({ state: 'running', message: null });
      first.goOn();
      passTime(LOOK_MS);
      expect(await stateOn(second, id)).toBe('running');
      passTime(HOLD_MS);
      await look();
      await whenDone(id);
      await expectWrittenOnce();
    });
  });
}
