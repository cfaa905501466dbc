import type { RenamedState } from '#server/core/document-store.ts';
import type { DocumentKey, HistoryRow, StoredDocument } from '#server/core/stored-document.ts';
import type { JobProgress, JobRecord, JobStore } from '#server/core/jobs/job-store.ts';
import { isInEffect } from '#server/core/jobs/undone-jobs.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { PlanProblem } from '#shared/migration/plan.ts';

interface Kept {
  record: JobRecord;
  readonly sequences: Set<number>;
  readonly problems: PlanProblem[];
}

/** In-memory jobs. Records are copied in and out, so callers share no objects with the store. */
export function createMemoryJobs(
  history: () => readonly HistoryRow[],
  current: (key: DocumentKey) => StoredDocument | undefined,
  clock: Clock,
) {
  const jobs = new Map<string, Kept>();
  const find = (id: string) => copy(jobs.get(id)?.record);
  const records = () => [...jobs.values()].map(({ record }) => copy(record));

  function put(record: JobRecord): Kept {
    const kept = jobs.get(record.id) ?? { record, sequences: new Set(), problems: [] };
    kept.record = copy(record);
    jobs.set(record.id, kept);
    return kept;
  }

  const reads: JobStore = {
    now: async () => clock.now(),
    read: async (id) => find(id),
    count: async () => records().length,
    list: async (limit) => records().toReversed().slice(0, limit),
    inStates: async (states) => records().filter(({ state }) => states.includes(state)),
    problems: async (id) => copy(jobs.get(id)?.problems ?? []),
    countEntries: async (id) => jobs.get(id)?.sequences.size ?? 0,
    entries: async (id, after, limit) => {
      const isOfJob = ({ sequence }: HistoryRow) => jobs.get(id)?.sequences.has(sequence) ?? false;
      return history()
        .filter((entry) => entry.sequence > after && isOfJob(entry))
        .slice(0, limit)
        .map((entry) => {
          const others = history().filter(
            (row) => row.collection === entry.collection && row.id === entry.id,
          );
          const isFollowed = others.some((row) => row.sequence > entry.sequence && isOfJob(row));
          const before = others.findLast((row) => row.sequence < entry.sequence && !isOfJob(row));
          return { entry, isFollowed, before: isFollowed ? undefined : before, current: current(entry) };
        });
    },
  };

  return {
    reads,
    find,
    open: () => records().filter(({ state }) => state === 'running'),
    renames: (collection: string) =>
      records()
        .filter(({ spec }) => spec.kind === 'rename' && spec.collection === collection)
        .filter((job) => isInEffect(job, find)),
    renamedFrom(sequence: number, ids: readonly string[]): readonly RenamedState[] {
      const states: RenamedState[] = [];
      let entry = history().find((row) => row.sequence === sequence);
      while (entry) {
        const { collection, id, sequence: own } = entry;
        const job = ids.find((one) => jobs.get(one)?.sequences.has(own));
        entry = history().findLast(
          (row) => row.sequence < own && row.collection === collection && row.id === id,
        );
        if (job === undefined || !entry) break;
        states.push({ writeId: entry.writeId, job });
      }
      return states;
    },
    write({ job, problems, others }: JobProgress, written: readonly HistoryRow[]): void {
      const kept = put(job);
      for (const other of others) put(other);
      for (const { sequence } of written) kept.sequences.add(sequence);
      kept.problems.push(...problems.map(copy));
    },
  };
}

function copy<Value>(value: Value): Value {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value);
}
