import type { Actor } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { createPlanAccumulator } from '#shared/migration/plan-accumulator.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { createDocumentMap } from '../document-map.ts';
import type { CommitView, DocumentStore } from '../document-store.ts';
import type { StoredDocument } from '../stored-document.ts';
import { stampNow } from '../stamp.ts';
import { createWriteBatch } from '../write-batch.ts';
import { decideBatch } from './decide-batch.ts';
import { createWorkInSlices } from './work-slices.ts';
import type { Batch, Work } from './work.ts';

export interface PlanParts {
  readonly clock: Clock;
  readonly actor: Actor;
  readonly isStopped: () => boolean;
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** Goes through a whole job like the job itself, but writes nothing. Yields to other calls. */
export async function makePlan(
  store: DocumentStore,
  work: Work,
  spec: JobSpec,
  { clock, actor, isStopped, signal }: PlanParts,
): Promise<Plan> {
  const accumulator = createPlanAccumulator(spec);
  const workInSlices = createWorkInSlices(() => isStopped() || signal?.aborted === true);
  const assertWanted = () => {
    if (isStopped())
      throw new AppError('unavailable', 'The server is stopping. Nothing was written.', {
        retryAfter: 10,
        nothingWritten: true,
      });
    if (signal?.aborted)
      throw new AppError('aborted', 'The caller has gone, so the plan was given up. Nothing was written.', {
        nothingWritten: true,
      });
  };
  let position = 0;
  for (let batch = await work.next(''); batch; batch = await work.next(batch.cursor)) {
    assertWanted();
    await yieldToEventLoop();
    if (!(await workInSlices(batch.prepare?.() ?? []))) assertWanted();
    const writes = createWriteBatch(await readView(store, batch));
    await yieldToEventLoop();
    for (const decided of decideBatch(batch.steps, writes, stampNow(clock, actor))) accumulator.add(decided);
    position += batch.processed;
    await yieldToEventLoop();
  }
  const plan = accumulator.plan();
  const more = (await work.conclude?.(position)) ?? [];
  return { ...plan, problems: [...plan.problems, ...more], problemCount: plan.problemCount + more.length };
}

/** A whole batch would block the event loop for as long as a commit. */
const yieldToEventLoop = () => new Promise(setImmediate);

/** The view that a commit would have; no sequences are assigned. */
async function readView(store: DocumentStore, { reads, known }: Batch): Promise<CommitView> {
  const documents = createDocumentMap<StoredDocument>();
  for (const document of known) documents.set(document, document);
  const unknown = reads.filter((key) => !documents.get(key));
  for (const document of await store.readAll(unknown)) documents.set(document, document);
  const none = () => undefined;
  const nothing = () => [];
  return {
    epoch: store.epoch,
    sequence: 0,
    document: documents.get,
    verdict: none,
    write: none,
    job: none,
    openJobs: nothing,
    // A taken price id shows when the job runs, not in its plan.
    productsWithPrice: nothing,
    renames: nothing,
    renamedFrom: nothing,
  };
}
