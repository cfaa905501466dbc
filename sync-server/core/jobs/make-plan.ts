import type { Actor } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { createPlanAccumulator } from '#shared/migration/plan-accumulator.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { createDocumentMap } from '../document-map.ts';
import type { CommitView, DocumentStore, StoredDocument } from '../document-store.ts';
import { stampNow } from '../stamp.ts';
import { createWriteBatch } from '../write-batch.ts';
import { decideBatch } from './decide-batch.ts';
import type { Batch, Work } from './work.ts';

export interface PlanParts {
  readonly clock: Clock;
  readonly actor: Actor;
  readonly isStopped: () => boolean;
  /** Of whoever waits for the plan. */
  readonly signal?: AbortSignal | undefined;
}

/** Goes through all of a job as the job itself does, and writes nothing. Other calls get in between. */
export async function makePlan(
  store: DocumentStore,
  work: Work,
  spec: JobSpec,
  { clock, actor, isStopped, signal }: PlanParts,
): Promise<Plan> {
  const accumulator = createPlanAccumulator(spec);
  let position = 0;
  for (let batch = await work.next(''); batch; batch = await work.next(batch.cursor)) {
    if (isStopped())
      throw new AppError('unavailable', 'The server is ending. Nothing was written.', {
        retryAfter: 10,
        nothingWritten: true,
      });
    if (signal?.aborted)
      throw new AppError('aborted', 'Whoever asked for the plan has gone. Nothing was written.', {
        nothingWritten: true,
      });
    await othersTurn();
    const writes = createWriteBatch(await readView(store, batch));
    await othersTurn();
    for (const decided of decideBatch(batch.steps, writes, stampNow(clock, actor))) accumulator.add(decided);
    position += batch.looked;
    await othersTurn();
  }
  const plan = accumulator.plan();
  const more = (await work.conclude?.(position)) ?? [];
  return { ...plan, problems: [...plan.problems, ...more], problemCount: plan.problemCount + more.length };
}

/** Whatever waits for the event loop: a batch as a whole would hold it up for as long as a commit. */
const othersTurn = () => new Promise(setImmediate);

/** What a commit would see. Sequences are given to nothing. */
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
    renames: nothing,
    renamedFrom: nothing,
  };
}
