import { isJsonEqual } from '#shared/kernel/json.ts';
import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import type { DocumentKey, DocumentStore, HistoryRow, StoredDocument } from '../document-store.ts';
import { BATCH_DOCUMENTS, NOT_RENAMED, type Step, type Work } from './work.ts';

/**
 * Writes back what another job has changed, entry by entry. Each document is judged at the last entry that job wrote of
 * it; what was changed since stays and is listed. The cursor is the sequence of the last entry looked at.
 */
export function undoWork(store: DocumentStore, job: string): Work {
  return {
    async next(cursor) {
      const entries = await store.jobs.entries(job, Number(cursor), BATCH_DOCUMENTS);
      const last = entries.at(-1);
      if (!last) return undefined;
      const steps = await Promise.all(entries.map((entry) => toStep(store, job, entry)));
      const kept = steps.filter((step) => step !== undefined);
      const reads = kept.map(({ key }) => key);
      return { steps: kept, reads, cursor: String(last.sequence), looked: entries.length };
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

/** Nothing for an entry that the job itself has followed with another one of the same document. */
async function toStep(store: DocumentStore, job: string, entry: HistoryRow): Promise<Step | undefined> {
  const key = { collection: entry.collection, id: entry.id };
  const head = await store.read(key);
  const isNewest = head?.sequence === entry.sequence;
  if (!isNewest && !(await isLastOfJob(store, job, entry))) return undefined;
  const before = await findBefore(store, job, entry);
  return { key, isJudged: false, decide: (view) => decideUndo(view.document(key), entry, before) };
}

/** The job's own later entry, if there is one, stands above this one. */
async function isLastOfJob(store: DocumentStore, job: string, entry: HistoryRow): Promise<boolean> {
  for await (const { sequence } of entriesBelow(store, entry, undefined)) {
    if (sequence <= entry.sequence) return true;
    if (await store.jobs.hasWritten(job, sequence)) return false;
  }
  return true;
}

/** What the document was before the job's first entry in a row; `undefined` where there was none. */
async function findBefore(
  store: DocumentStore,
  job: string,
  entry: HistoryRow,
): Promise<HistoryRow | undefined> {
  for await (const earlier of entriesBelow(store, entry, entry.at)) {
    if (!(await store.jobs.hasWritten(job, earlier.sequence))) return earlier;
  }
  return undefined;
}

const ENTRIES = 4;

/** Entries of a document, the newest first. */
async function* entriesBelow(
  store: DocumentStore,
  { collection, id }: DocumentKey,
  from: string | undefined,
): AsyncGenerator<HistoryRow> {
  let before = from;
  for (;;) {
    const rows = await store.history({ collection, id }, before, ENTRIES);
    yield* rows;
    if (rows.length < ENTRIES) return;
    before = rows.at(-1)?.at;
  }
}

function decideUndo(
  current: StoredDocument | undefined,
  entry: HistoryRow,
  before: HistoryRow | undefined,
): DecidedDocument {
  const living = current?.deleted === false ? current.data : null;
  const earlier = before && before.operation !== 'delete' ? before : undefined;
  const base = { id: entry.id, before: living, after: null, problems: [], rename: NOT_RENAMED } as const;
  const decided = { ...base, source: undefined, target: current };
  if (!isAsLeft(current, entry)) {
    const isBack = earlier ? living && isJsonEqual(living, earlier.data) : !living;
    return isBack ? { ...decided, action: 'unchanged' } : left(decided, 'changed-since', CHANGED_SINCE);
  }
  if (earlier?.isDamaged) return left(decided, 'data-loss', DAMAGED);
  if (earlier) return { ...decided, action: living ? 'replace' : 'create', after: earlier.data };
  return { ...decided, action: living ? 'delete' : 'unchanged' };
}

/** Also when a later job has changed it and was undone itself: then it is again what this one had made of it. */
function isAsLeft(current: StoredDocument | undefined, entry: HistoryRow): boolean {
  if (current?.sequence === entry.sequence) return true;
  const isGone = current?.deleted !== false;
  if (isGone || entry.operation === 'delete') return isGone && entry.operation === 'delete';
  return isJsonEqual(current.data, entry.data);
}

const CHANGED_SINCE = 'It has been changed since and stays as it is.';
const DAMAGED = 'What it was before is damaged on the server’s disk. It stays as it is.';

function left(decided: Omit<DecidedDocument, 'action'>, code: string, message: string): DecidedDocument {
  return { ...decided, action: 'skip', problems: [{ id: decided.id, code, path: '', message }] };
}
