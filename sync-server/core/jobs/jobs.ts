import type { Actor } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { ImportJobSpec, JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { StartJob } from '#shared/migration/start-job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import type { CommitView, DocumentStore } from '../document-store.ts';
import { createActiveJobs } from './active-jobs.ts';
import { assertMayBegin } from './assert-may-begin.ts';
import { createWork } from './create-work.ts';
import type { ImportFiles } from './import-files.ts';
import { importWork } from './import-work.ts';
import { isResumable, notPossible, toStop, withoutFailure, type Stop } from './job-states.ts';
import { toFirstRecord, toJob } from './job-record.ts';
import type { JobRecord } from './job-store.ts';
import { makePlan } from './make-plan.ts';
import { createRecentPlans } from './recent-plans.ts';
import { runImport, withFile } from './run-import.ts';
import { changeJob, emptyDecision, runJob } from './run-job.ts';
import { withReadContext } from './with-read-context.ts';
import { findTouched, jobNotFound, seesAll } from './touched-collections.ts';
import { assertUndoable, markUndone, restoreUndone, clearUndone } from './undone-jobs.ts';

/** An import counts as interrupted when its upload receives nothing for this long. */
const UPLOAD_PATIENCE_MS = 5 * 60_000;

export interface JobsOptions {
  readonly store: DocumentStore;
  readonly files: ImportFiles;
  readonly clock: Clock;
  readonly log: { error(facts: object, text: string): void };
  /** Set where another process runs this store's jobs. */
  readonly isReadOnly?: boolean;
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
  /** Resolves when every job has finished its batch. */
  close(): Promise<void>;
}

export function createJobs({ store, files, clock, log, isReadOnly = false }: JobsOptions): Jobs {
  const active = createActiveJobs();
  const recent = createRecentPlans(store);
  /** Why jobs stopped, for those whose end could not be stored. */
  const failures = new Map<string, Pick<Stop, 'message' | 'failedRead'>>();
  const stops = new Map<string, AbortController>();
  let isStopped = false;
  const now = () => utcIso(clock.now());

  async function withCurrentState(record: JobRecord): Promise<JobRecord> {
    if (isReadOnly || active.has(record.id)) return record;
    if (record.state === 'receiving') return withUploadState(record);
    if (record.state !== 'running') return record;
    const ended = { message: 'The server ended while it ran. It can be resumed.' };
    return { ...record, state: 'interrupted', ...(failures.get(record.id) ?? ended) };
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
    return withCurrentState((await store.jobs.read(id)) ?? missing());
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
      failures.delete(id);
      const reads = withReadContext(store, spec);
      const parts = { store: reads, clock, actor, isStopped: () => isStopped, signal: stop.signal };
      if (spec.kind === 'import') await runImport(id, spec, { ...parts, files });
      else await runJob(id, createWork(reads, spec, actor), parts);
    } catch (error) {
      // Cancelled, or the server is stopping: the job's state says so.
      if (stop.signal.aborted) return;
      const { end, logged } = toStop(error, store.failure?.());
      log.error({ err: error, job: id }, logged);
      const { state: _state, ...failure } = end;
      failures.set(id, failure);
      const stopped = (job: JobRecord) => ({ job: { ...job, ...end }, problems: [], others: [] });
      // On a full disk this fails too, and then the reason stays in memory.
      await changeJob(store, id, stopped).then(
        () => failures.delete(id),
        () => undefined,
      );
    } finally {
      stops.delete(id);
    }
  }

  /** Resolves when the job has started; the work continues until it ends. */
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
    const keep = () => store.commit(NO_SCOPE, () => toStartDecision(record));
    return isHere ? begin(id, spec, actor, keep) : keep();
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
      const record = await begin(id, spec, actor, async () => {
        const plan = (await recent.find(request, actor)) ?? (await jobs.plan(spec, actor, signal));
        assertMayBegin(plan, request);
        const total = spec.kind === 'undo' ? await store.jobs.countEntries(spec.job) : plan.documents;
        const begun = toFirstRecord({ ...first, state: 'running', total });
        if (spec.kind !== 'undo') return store.commit(NO_SCOPE, () => toStartDecision(begun));
        const undone = await find(spec.job);
        return store.commit({ ...NO_SCOPE, jobs: [spec.job] }, (view) => {
          const current = view.job(spec.job) ?? missing();
          return toStartDecision(begun, [markUndone({ ...current, state: undone.state }, id)]);
        });
      });
      return respond(record, actor);
    },
    async list(limit) {
      const records = await store.jobs.list(limit);
      const jobs = await Promise.all(
        records.map(async (record) => addFile(toJob(await withCurrentState(record), []))),
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
          const others = undone.flatMap((one) => clearUndone(view.job(one), id));
          const cancelled = { ...withoutFailure(job), state: 'cancelled', endedAt: now() } as const;
          return { job: cancelled, problems: [], others };
        },
        undone,
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
      const record = await begin(id, spec, actor, async () => {
        const undone = spec.kind === 'undo' ? [spec.job] : [];
        const change = (job: JobRecord, view: CommitView) => {
          if (!isResumable(job)) throw notPossible(job, 'resumed');
          const others = undone.flatMap((one) => restoreUndone(view.job(one), id));
          const again = { ...withoutFailure(job), state: 'running', endedAt: null } as const;
          return { job: again, problems: [], others };
        };
        return (await changeJob(store, id, change, undone)) ?? missing();
      });
      return respond(record, actor);
    },
    async rejects(id, actor) {
      const { spec } = await find(id);
      if (spec.kind !== 'import' || !seesAll(actor, await findTouched(store.jobs, spec))) throw jobNotFound();
      return files.rejects(spec);
    },
    async close() {
      isStopped = true;
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

function toStartDecision(job: JobRecord, others: readonly JobRecord[] = []) {
  return { ...emptyDecision(job), progress: { job, problems: [], others } };
}
