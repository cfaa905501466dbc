import type { Actor } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { ImportJobSpec, JobSpec } from '#shared/migration/job-spec.ts';
import { isResumable, type Job } from '#shared/migration/job.ts';
import type { StartJob } from '#shared/migration/start-job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import type { CommitView, DocumentStore } from '../document-store.ts';
import { createActiveJobs } from './active-jobs.ts';
import { assertMayBegin } from './assert-may-begin.ts';
import { createWork } from './create-work.ts';
import type { ImportFiles } from './import-files.ts';
import { importWork } from './import-work.ts';
import { notPossible, toStop, withoutFailure, type Stop } from './job-states.ts';
import { startHoldKeeper } from './hold-keeper.ts';
import { assertNotInTheWay, createJobHolds, withoutHold } from './job-holds.ts';
import { toFirstRecord, toJob } from './job-record.ts';
import type { JobProgress, JobRecord } from './job-store.ts';
import { makePlan } from './make-plan.ts';
import { createRecentPlans } from './recent-plans.ts';
import { runImport, withFile } from './run-import.ts';
import { changeJob, changeOwn, emptyDecision, runJob } from './run-job.ts';
import { withReadContext } from './with-read-context.ts';
import { findTouched, jobNotFound, seesAll } from './touched-collections.ts';
import { assertUndoable, markUndone, restoreUndone, clearUndone } from './undone-jobs.ts';

/** An import counts as interrupted when its upload receives nothing for this long. */
const UPLOAD_PATIENCE_MS = 5 * 60_000;

export interface JobsOptions {
  readonly store: DocumentStore;
  readonly files: ImportFiles;
  readonly clock: Clock;
  readonly log: { info(facts: object, text: string): void; error(facts: object, text: string): void };
  /** Set where another process runs this store's jobs. */
  readonly isReadOnly?: boolean;
  /** Set where several nodes share the store. */
  readonly node?: JobNode | undefined;
}

/** A node among several. */
export interface JobNode {
  /** Different from those of all other nodes. */
  readonly name: string;
  /** The actor with the rights of today, `undefined` without those of staff; for jobs of a node that has ended. */
  readonly toCurrentStaff: (actor: Actor) => Promise<Actor | undefined>;
}

/** Long-running work on the server: plans, starts, reports, cancels and resumes it. */
export interface Jobs {
  /** What a job would do now. Writes nothing. @param signal aborts the plan when its caller has gone */
  plan(spec: JobSpec, actor: Actor, signal?: AbortSignal): Promise<Plan>;
  /**
   * Starts a job; it continues after the response. An import waits for a file that has not arrived yet.
   * @throws AppError `failed-precondition` when another job is in the way or documents would be rejected, `aborted`
   *   when the given plan is out of date
   * @param signal aborts the plan that the start makes, when its caller has gone
   */
  start(request: StartJob, actor: Actor, signal?: AbortSignal): Promise<Job>;
  /** Newest first, without their problems, and the total count. */
  list(limit: number): Promise<{ readonly jobs: readonly Job[]; readonly total: number }>;
  read(id: string, actor: Actor): Promise<Job>;
  /** Ends a job after its current batch. What it has written stays and can be undone. */
  cancel(id: string, actor: Actor): Promise<Job>;
  /**
   * Continues a job that was cancelled, failed or cut off by the server's end, or an import whose file has arrived.
   * The caller becomes its actor.
   */
  resume(id: string, actor: Actor): Promise<Job>;
  /** What an import left out, one JSON line each. @throws AppError `not-found` for a job of another kind */
  rejects(id: string, actor: Actor): Promise<AsyncIterable<Uint8Array>>;
  /** Resolves when every job has finished its batch. Other nodes may then go on with them. */
  close(): Promise<void>;
}

export function createJobs({ store, files, clock, log, isReadOnly = false, node }: JobsOptions): Jobs {
  const active = createActiveJobs();
  const recent = createRecentPlans(store);
  /** Why jobs stopped, for those whose end could not be stored. */
  const failures = new Map<string, Pick<Stop, 'message' | 'failedRead'>>();
  const stops = new Map<string, AbortController>();
  const holds = createJobHolds({ jobs: store.jobs, node: node?.name, hasStopped: (id) => failures.has(id) });
  const keeper = node && startHoldKeeper({ store, holds, stops, goOn, log });
  let isStopped = false;
  const now = () => utcIso(clock.now());

  /** @param at `holds.now()` of before the record was read */
  async function withCurrentState(record: JobRecord, at: number): Promise<JobRecord> {
    if (isReadOnly || holds.isHeld(record, at)) return record;
    if (record.state === 'receiving') return withUploadState(record);
    if (record.state !== 'running') return record;
    return { ...record, ...CUT_OFF, ...failures.get(record.id) };
  }

  async function withUploadState(record: JobRecord): Promise<JobRecord> {
    const { spec } = record;
    const arrival = spec.kind === 'import' ? await files.arrival(spec.upload) : undefined;
    if (arrival && clock.now() - arrival.lastByteAt < UPLOAD_PATIENCE_MS) return record;
    const message = arrival
      ? `${arrival.bytes} of ${arrival.totalBytes} bytes of the file have arrived; nothing was written. Send the rest, or cancel the import.`
      : 'The file never arrived; nothing was written. Cancel the import and send the file again.';
    return { ...record, state: 'interrupted', message };
  }

  async function find(id: string): Promise<JobRecord> {
    const at = await holds.now();
    return withCurrentState((await store.jobs.read(id)) ?? missing(), at);
  }

  async function respond(record: JobRecord, actor: Actor): Promise<Job> {
    const touched = await findTouched(store.jobs, record.spec);
    return addFile(toJob(record, seesAll(actor, touched) ? await store.jobs.problems(record.id) : []));
  }

  /** Adds the progress of a file that is still arriving or being read. */
  async function addFile(job: Job): Promise<Job> {
    const { spec, state } = job;
    if (spec.kind !== 'import' || job.import || state === 'done') return job;
    if (state === 'running') {
      const file = files.progress(spec.upload);
      return file ? { ...job, file } : job;
    }
    const arrival = await files.arrival(spec.upload);
    if (!arrival) return job;
    const { bytes, totalBytes } = arrival;
    return { ...job, file: { documents: 0, bytes, totalBytes } };
  }

  /** Runs a job until it ends or fails. Never rejects. */
  async function run(id: string, spec: JobSpec, actor: Actor): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      const reads = withReadContext(store, spec);
      const parts = { store: reads, holds, clock, actor, isStopped: () => isStopped, signal: stop.signal };
      if (spec.kind === 'import') await runImport(id, spec, { ...parts, files });
      else await runJob(id, createWork(reads, spec, actor), parts);
    } catch (error) {
      // Cancelled, or the server is stopping: the job's state says so.
      if (stop.signal.aborted) return;
      const { end, logged, isPassing } = toStop(error, store.failure?.());
      log.error({ err: error, job: id }, logged);
      // Any node goes on with it, this one too.
      if (node && isPassing) return;
      const { state: _state, ...failure } = end;
      const stopped = (job: JobRecord) => toChange({ ...withoutHold(job), ...end });
      // On a full disk this fails too, and then the reason stays in memory.
      await changeOwn(id, { store, holds }, stopped).catch(() => {
        if (!node) failures.set(id, failure);
      });
    } finally {
      await keeper?.letGo(id);
      stops.delete(id);
    }
  }

  /**
   * Resolves when the job has started; the work continues until it ends.
   * @param prepare commits the start, in a scope with the open jobs; what it gets is to be called right before
   */
  async function begin(
    { id, spec }: Pick<JobRecord, 'id' | 'spec'>,
    actor: Actor,
    prepare: (toTake: () => Promise<Take>) => Promise<JobRecord>,
  ): Promise<JobRecord> {
    const touched = await findTouched(store.jobs, spec);
    const job = { id, spec, touched };
    const at = await holds.now();
    // Planning may take minutes.
    assertNotInTheWay(job, holds.heldBeside(id, await store.jobs.inStates(['running']), at));
    const toTake = async (): Promise<Take> => {
      const from = await holds.now();
      return (record, view) => {
        assertNotInTheWay(job, holds.heldBeside(id, view.openJobs(), from));
        return holds.take(record, { actor, touched }, from);
      };
    };
    return new Promise((resolve, reject) => {
      const work = async () => {
        const record = await prepare(toTake);
        failures.delete(id);
        resolve(record);
        await run(id, spec, actor);
      };
      active.enter(job, work).catch(reject);
    });
  }

  /** Starts a job again where it was. @param isWanted asked inside the commit */
  function beginAgain(
    { id, spec }: JobRecord,
    actor: Actor,
    isWanted: (job: JobRecord) => boolean,
  ): Promise<JobRecord> {
    const undone = spec.kind === 'undo' ? [spec.job] : [];
    return begin({ id, spec }, actor, async (toTake) => {
      const take = await toTake();
      const change = (job: JobRecord, view: CommitView) => {
        if (!isWanted(job)) throw notPossible(job, 'resumed');
        const others = undone.flatMap((one) => restoreUndone(view.job(one), id));
        const again = { ...withoutFailure(job), state: 'running', endedAt: null } as const;
        return toChange(take(again, view), others);
      };
      return (await changeJob(store, id, change, { jobs: undone, openJobs: true })) ?? missing();
    });
  }

  /** Goes on with a job of a node that has ended, in the name of the same person. That person has to be staff still. */
  async function goOn(job: JobRecord): Promise<void> {
    const { id, spec, hold } = job;
    const before = hold?.actor;
    const actor = before?.isAdmin ? before : before && (await node?.toCurrentStaff(before));
    const at = await holds.now();
    const isFree = (one: JobRecord) => holds.isFree(one, at);
    if (!actor) {
      await changeJob(store, id, (one) =>
        isFree(one) ? toChange({ ...withoutHold(one), ...CUT_OFF }) : undefined,
      );
      return;
    }
    // A file that is not here may be on the node that has ended, which can start again.
    if (spec.kind === 'import' && !(await files.arrival(spec.upload))) return;
    await beginAgain(job, actor, isFree);
    log.info({ job: id }, 'A job of another node goes on here.');
  }

  async function planImport(spec: ImportJobSpec, parts: Parameters<typeof makePlan>[3]): Promise<Plan> {
    const file = await files.check(spec, parts.signal);
    const work = importWork(file, spec, async () => {});
    return withFile(await makePlan(store, work, spec, parts), file);
  }

  /** An import starts at once: it first reads its file, which may take minutes, then makes its own plan. */
  async function startImport(
    { spec, planHash }: StartJob & { readonly spec: ImportJobSpec },
    actor: Actor,
    signal: AbortSignal | undefined,
  ): Promise<JobRecord> {
    const arrival = await files.arrival(spec.upload);
    if (!arrival)
      throw new AppError('not-found', 'There is no such upload. Send the file first.', {
        path: 'spec.upload',
      });
    if (planHash !== undefined && !(await recent.find({ spec, planHash }, actor))) {
      const plan = await jobs.plan(spec, actor, signal);
      assertMayBegin({ ...plan, counts: { ...plan.counts, reject: 0 } }, { spec, planHash });
    }
    const id = createId();
    const isHere = arrival.bytes === arrival.totalBytes;
    const first = { id, spec, at: now(), by: actor.email ?? 'admin', total: null } as const;
    const record = toFirstRecord({ ...first, state: isHere ? 'running' : 'receiving' });
    if (!isHere) return store.commit(NO_SCOPE, () => toStartDecision(record));
    return begin(record, actor, async (toTake) => {
      const take = await toTake();
      return store.commit(OPEN_JOBS, (view) => toStartDecision(take(record, view)));
    });
  }

  const jobs: Jobs = {
    async plan(spec, actor, signal) {
      if (spec.kind === 'undo') assertUndoable(await find(spec.job));
      const [touched, sequence] = [await findTouched(store.jobs, spec), await store.newestSequence()];
      const parts = { clock, actor, isStopped: () => isStopped, signal };
      const reads = withReadContext(store, spec);
      const plan =
        spec.kind === 'import'
          ? await planImport(spec, parts)
          : await makePlan(reads, createWork(reads, spec, actor), spec, parts);
      recent.add({ plan, spec, actor, touched, sequence });
      return plan;
    },
    async start(request, actor, signal) {
      const { spec } = request;
      if (spec.kind === 'import')
        return respond(await startImport({ ...request, spec }, actor, signal), actor);
      const id = createId();
      const first = { id, spec, at: now(), by: actor.email ?? 'admin' };
      const record = await begin({ id, spec }, actor, async (toTake) => {
        const plan = (await recent.find(request, actor)) ?? (await jobs.plan(spec, actor, signal));
        assertMayBegin(plan, request);
        const total = spec.kind === 'undo' ? await store.jobs.countEntries(spec.job) : plan.documents;
        const begun = toFirstRecord({ ...first, state: 'running', total });
        if (spec.kind !== 'undo') {
          const take = await toTake();
          return store.commit(OPEN_JOBS, (view) => toStartDecision(take(begun, view)));
        }
        const undone = await find(spec.job);
        const take = await toTake();
        return store.commit({ ...OPEN_JOBS, jobs: [spec.job] }, (view) => {
          const taken = take(begun, view);
          const current = view.job(spec.job) ?? missing();
          return toStartDecision(taken, [markUndone({ ...current, state: undone.state }, id)]);
        });
      });
      return respond(record, actor);
    },
    async list(limit) {
      const at = await holds.now();
      const records = await store.jobs.list(limit);
      const jobs = await Promise.all(
        records.map(async (record) => addFile(toJob(await withCurrentState(record, at), []))),
      );
      return { jobs, total: await store.jobs.count() };
    },
    read: async (id, actor) => respond(await find(id), actor),
    async cancel(id, actor) {
      const { spec } = await find(id);
      const undone = spec.kind === 'undo' ? [spec.job] : [];
      const record = await changeJob(
        store,
        id,
        (job, view) => {
          if (job.state === 'done' || job.state === 'cancelled') return undefined;
          const others = undone.flatMap((one) => clearUndone(view.job(one), job));
          return toChange(
            { ...withoutHold(withoutFailure(job)), state: 'cancelled', endedAt: now() },
            others,
          );
        },
        { jobs: undone },
      );
      if (record?.state !== 'cancelled') throw notPossible(record ?? missing(), 'cancelled');
      stops.get(id)?.abort();
      await active.whenIdle(id);
      return jobs.read(id, actor);
    },
    async resume(id, actor) {
      const known = await find(id);
      const { spec, state } = known;
      if (state === 'running') return jobs.read(id, actor);
      if (!isResumable(known)) throw notPossible(known, 'resumed');
      if (spec.kind === 'import') await assertArrived(files, spec);
      const at = await holds.now();
      const isWanted = (job: JobRecord) => isResumable(job) && !holds.isHeld(job, at);
      return respond(await beginAgain(known, actor, isWanted), actor);
    },
    async rejects(id, actor) {
      const { spec } = await find(id);
      if (spec.kind !== 'import' || !seesAll(actor, await findTouched(store.jobs, spec))) throw jobNotFound();
      return files.rejects(spec);
    },
    async close() {
      isStopped = true;
      await keeper?.close();
      for (const stop of stops.values()) stop.abort();
      await active.whenAllIdle();
    },
  };
  return jobs;
}

/** @throws AppError `failed-precondition` while part of the file is missing, `not-found` when it was removed */
async function assertArrived(
  files: ImportFiles,
  { upload, collection, label }: ImportJobSpec,
): Promise<void> {
  const arrival = await files.arrival(upload);
  if (!arrival) {
    const message = `The file ${label} is gone: it is kept for seven days. What was written stays. Import it into ${collection} again.`;
    throw new AppError('not-found', message, { reason: 'UPLOAD_GONE' });
  }
  if (arrival.bytes === arrival.totalBytes) return;
  const message = `${arrival.bytes} of ${arrival.totalBytes} bytes of ${label} have arrived. Send the rest first.`;
  throw new AppError('failed-precondition', message, { reason: 'UPLOAD_INCOMPLETE' });
}

function missing(): never {
  throw jobNotFound();
}

const NO_SCOPE = { documents: [], writeIds: [] };
const OPEN_JOBS = { ...NO_SCOPE, openJobs: true } as const;

/** A job in state `running` that nobody works on. */
const CUT_OFF = {
  state: 'interrupted',
  message: 'The server ended while it ran. It can be resumed.',
} as const;

/**
 * Gives a record to this node, within a commit that sees the open jobs.
 * @throws AppError `failed-precondition` with the job that is in the way
 */
type Take = (record: JobRecord, view: CommitView) => JobRecord;

function toChange(job: JobRecord, others: readonly JobRecord[] = []): JobProgress {
  return { job, problems: [], others };
}

function toStartDecision(job: JobRecord, others: readonly JobRecord[] = []) {
  return { ...emptyDecision(job), progress: toChange(job, others) };
}
