import type { Actor } from '#shared/access/actor.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { StartJob } from '#shared/migration/start-job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import type { CommitView, DocumentStore } from '../document-store.ts';
import { createActiveJobs } from './active-jobs.ts';
import { assertMayBegin } from './assert-may-begin.ts';
import { createWork } from './create-work.ts';
import { isResumable, notPossible, toStop } from './job-states.ts';
import { toFirstRecord, toJob } from './job-record.ts';
import type { JobRecord } from './job-store.ts';
import { makePlan } from './make-plan.ts';
import { createRecentPlans } from './recent-plans.ts';
import { changeJob, nothing, runJob } from './run-job.ts';
import { tellSide } from './tell-side.ts';
import { findTouched, jobNotFound, seesAll } from './touched-collections.ts';
import { assertUndoable, toUndone, toUndoneAgain, toUndoneNoMore } from './undone-jobs.ts';

const MOST_LISTED = 200;

export interface JobsOptions {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly log: { error(facts: object, text: string): void };
  /** Another process runs the jobs of this store. */
  readonly isOnlooker?: boolean;
}

/** Long work on the server: it is planned, begun, watched, ended and taken up again here. */
export interface Jobs {
  /** What a job would do now. Writes nothing. @param signal ends it when nobody waits for it any more */
  plan(spec: JobSpec, actor: Actor, signal?: AbortSignal): Promise<Plan>;
  /**
   * Begins a job; it goes on after the answer. @throws AppError `failed-precondition` when another one is in the way or
   * documents would be refused, `aborted` when the plan it was given is out of date
   */
  start(request: StartJob, actor: Actor): Promise<Job>;
  /** The newest first, without their problems. */
  list(): Promise<readonly Job[]>;
  read(id: string, actor: Actor): Promise<Job>;
  /** Ends a job after the batch it is at. What it has written stays, and can be undone. */
  cancel(id: string, actor: Actor): Promise<Job>;
  /** Goes on with a job that was cancelled, or that the server's end or a failure cut, in the name of whoever asks. */
  resume(id: string, actor: Actor): Promise<Job>;
  /** All of an import has come. */
  finish(id: string, actor: Actor): Promise<Job>;
  /** Lets every job come to the end of its batch. */
  close(): Promise<void>;
}

export function createJobs({ store, clock, log, isOnlooker = false }: JobsOptions): Jobs {
  const active = createActiveJobs(store.jobs);
  const recent = createRecentPlans(store);
  /** Why jobs stopped whose end could not be stored. */
  const failures = new Map<string, string>();
  let isStopped = false;
  const now = () => utcIso(clock.now());

  function present(record: JobRecord): JobRecord {
    if (record.state !== 'running' || isOnlooker || active.has(record.id)) return record;
    const message = failures.get(record.id) ?? 'The server ended while it ran. It can be resumed.';
    return { ...record, state: 'interrupted', message };
  }

  async function find(id: string): Promise<JobRecord> {
    return present((await store.jobs.read(id)) ?? missing());
  }

  async function answer(record: JobRecord, actor: Actor): Promise<Job> {
    const touched = await findTouched(store.jobs, record.spec);
    return toJob(record, seesAll(actor, touched) ? await store.jobs.problems(record.id) : []);
  }

  /** Runs a job to its end, however it ends. Never rejects. */
  async function run(id: string, spec: JobSpec, actor: Actor): Promise<void> {
    try {
      failures.delete(id);
      const told = tellSide(store, spec);
      const parts = { store: told, clock, actor, isStopped: () => isStopped };
      await runJob(id, createWork(told, spec, actor), parts);
    } catch (error) {
      const { end, logged } = toStop(error, store.trouble?.());
      log.error({ err: error, job: id }, logged);
      failures.set(id, end.message);
      const stopped = (job: JobRecord) => ({ job: { ...job, ...end }, problems: [], others: [] });
      // On a full disk this can't be stored either.
      await changeJob(store, id, stopped).catch(() => undefined);
    }
  }

  /** An import waits for its documents; nothing runs. */
  async function open(id: string, spec: JobSpec, work: () => Promise<JobRecord>): Promise<JobRecord> {
    return active.enter(id, spec, await findTouched(store.jobs, spec), work);
  }

  /** Resolves when the job has begun; it is worked on until it ends. */
  function begin(
    id: string,
    spec: JobSpec,
    actor: Actor,
    prepare: () => Promise<JobRecord>,
  ): Promise<JobRecord> {
    return new Promise((resolve, reject) => {
      const work = async () => {
        resolve(await prepare());
        await run(id, spec, actor);
      };
      findTouched(store.jobs, spec)
        .then((touched) => active.enter(id, spec, touched, work))
        .catch(reject);
    });
  }

  const jobs: Jobs = {
    async plan(spec, actor, signal) {
      if (spec.kind === 'undo') assertUndoable(await find(spec.job));
      const [touched, sequence] = [await findTouched(store.jobs, spec), await store.newestSequence()];
      const reads = tellSide(store, spec);
      const parts = { clock, actor, isStopped: () => isStopped, signal };
      const plan = await makePlan(reads, createWork(reads, spec, actor), spec, parts);
      recent.add({ plan, spec, actor, touched, sequence });
      return plan;
    },
    async start(request, actor) {
      const { spec } = request;
      const id = createId();
      const first = { id, spec, at: now(), by: actor.email ?? 'admin' };
      if (spec.kind === 'import') {
        const record = toFirstRecord({ ...first, state: 'receiving', total: null });
        const begun = await open(id, spec, () => store.commit(NO_SCOPE, () => toBeginning(record)));
        return answer(begun, actor);
      }
      const record = await begin(id, spec, actor, async () => {
        const plan = (await recent.find(request, actor)) ?? (await jobs.plan(spec, actor));
        assertMayBegin(plan, request);
        const total = spec.kind === 'undo' ? await store.jobs.countEntries(spec.job) : plan.documents;
        const begun = toFirstRecord({ ...first, state: 'running', total });
        if (spec.kind !== 'undo') return store.commit(NO_SCOPE, () => toBeginning(begun));
        return store.commit({ ...NO_SCOPE, jobs: [spec.job] }, (view) => {
          const undone = view.job(spec.job) ?? missing();
          return toBeginning(begun, [toUndone(present(undone), id)]);
        });
      });
      return answer(record, actor);
    },
    async list() {
      return (await store.jobs.list(MOST_LISTED)).map((record) => toJob(present(record), []));
    },
    read: async (id, actor) => answer(await find(id), actor),
    async cancel(id, actor) {
      const { spec } = await find(id);
      const undone = spec.kind === 'undo' ? [spec.job] : [];
      const record = await changeJob(
        store,
        id,
        (job, view) => {
          if (job.state === 'done' || job.state === 'cancelled') return undefined;
          const others = undone.flatMap((one) => toUndoneNoMore(view.job(one), id));
          return { job: { ...job, state: 'cancelled', endedAt: now(), message: null }, problems: [], others };
        },
        undone,
      );
      if (record?.state !== 'cancelled') throw notPossible(record ?? missing(), 'cancelled');
      await active.whenIdle(id);
      return jobs.read(id, actor);
    },
    async resume(id, actor) {
      const { spec, state } = await find(id);
      if (state === 'receiving' || state === 'running') return jobs.read(id, actor);
      const reopen = async (): Promise<JobRecord> => {
        const undone = spec.kind === 'undo' ? [spec.job] : [];
        const change = (job: JobRecord, view: CommitView) => {
          if (!isResumable(job)) throw notPossible(job, 'resumed');
          const others = undone.flatMap((one) => toUndoneAgain(view.job(one), id));
          const next = spec.kind === 'import' ? 'receiving' : 'running';
          return {
            job: { ...job, state: next, endedAt: null, message: null },
            problems: [],
            others,
          } as const;
        };
        return (await changeJob(store, id, change, undone)) ?? missing();
      };
      const again = spec.kind === 'import' ? open(id, spec, reopen) : begin(id, spec, actor, reopen);
      return answer(await again, actor);
    },
    async finish(id, actor) {
      const record = await changeJob(store, id, (job) => {
        // Asked again after a lost answer.
        if (job.state === 'done') return undefined;
        if (job.state !== 'receiving') throw notPossible(job, 'finished');
        const { position: total } = job;
        return { job: { ...job, state: 'done', total, endedAt: now() }, problems: [], others: [] };
      });
      return answer(record ?? missing(), actor);
    },
    async close() {
      isStopped = true;
      await active.whenAllIdle();
    },
  };
  return jobs;
}

function missing(): never {
  throw jobNotFound();
}

const NO_SCOPE = { documents: [], writeIds: [] };

function toBeginning(job: JobRecord, others: readonly JobRecord[] = []) {
  return { ...nothing(job), progress: { job, problems: [], others } };
}
