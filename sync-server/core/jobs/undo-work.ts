import { isJsonEqual } from '#shared/kernel/json.ts';
import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import type { PlanAction, PlanProblem } from '#shared/migration/plan.ts';
import type { DocumentStore } from '../document-store.ts';
import type { HistoryRow, StoredDocument } from '../stored-document.ts';
import { readBatch } from './read-batch.ts';
import type { WrittenEntry } from './job-store.ts';
import { NOT_RENAMED, type Step, type Work } from './work.ts';

/**
 * Reverts what another job has changed, entry by entry. Each document is decided at the last entry that the job wrote
 * of it; a document changed since stays and is listed. The cursor is the sequence of the last entry processed.
 */
export function undoWork(store: DocumentStore, job: string): Work {
  return {
    async next(cursor) {
      const entries = await readBatch((last: WrittenEntry | undefined, limit) =>
        store.jobs.entries(job, last?.entry.sequence ?? Number(cursor), limit),
      );
      const last = entries.at(-1);
      if (!last) return undefined;
      const kept = entries.filter(({ isFollowed }) => !isFollowed);
      const steps = kept.map(toStep);
      return {
        steps,
        reads: steps.map(({ key }) => key),
        known: kept.flatMap(({ current }) => current ?? []),
        cursor: String(last.entry.sequence),
        processed: entries.length,
      };
    },
    async conclude(position) {
      const forgotten = (await store.jobs.countEntries(job)) - position;
      if (forgotten <= 0) return [];
      const message =
        `${forgotten} of its writes can’t be undone: their documents were deleted so long ago that their history is ` +
        'forgotten.';
      return [{ id: '', code: 'forgotten', path: '', message }];
    },
  };
}

function toStep({ entry, before }: WrittenEntry): Step {
  const key = { collection: entry.collection, id: entry.id };
  return { key, isPrevalidated: false, decide: (view) => decideUndo(view.document(key), entry, before) };
}

function decideUndo(
  current: StoredDocument | undefined,
  entry: HistoryRow,
  before: HistoryRow | undefined,
): DecidedDocument {
  const existing = current?.deleted === false ? current.data : null;
  const earlier = before && before.operation !== 'delete' ? before : undefined;
  const decided = (
    action: PlanAction,
    after: DecidedDocument['after'] = null,
    problems: readonly PlanProblem[] = NONE,
  ): DecidedDocument => ({
    id: entry.id,
    action,
    before: existing,
    after,
    problems,
    rename: NOT_RENAMED,
    source: undefined,
    target: current,
  });
  const left = (code: string, message: string) =>
    decided('skip', null, [{ id: entry.id, code, path: '', message }]);
  if (!isAsLeft(current, entry)) {
    const isBack = earlier ? existing && isJsonEqual(existing, earlier.data) : !existing;
    return isBack ? decided('unchanged') : left('changed-since', CHANGED_SINCE);
  }
  if (earlier?.isDamaged) return left('data-loss', DAMAGED);
  if (earlier) return decided(existing ? 'replace' : 'create', earlier.data);
  return decided(existing ? 'delete' : 'unchanged');
}

/** Also true when a later job changed it and was undone: then the content is what this job wrote. */
function isAsLeft(current: StoredDocument | undefined, entry: HistoryRow): boolean {
  if (current?.sequence === entry.sequence) return true;
  const isGone = current?.deleted !== false;
  if (isGone || entry.operation === 'delete') return isGone && entry.operation === 'delete';
  return isJsonEqual(current.data, entry.data);
}

const NONE: readonly PlanProblem[] = [];
const CHANGED_SINCE = 'It has been changed since and stays as it is.';
const DAMAGED = 'What it was before is damaged on the server’s disk. It stays as it is.';
