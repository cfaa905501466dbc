import type { Database } from 'better-sqlite3';
import type { CommitView, RenamedState } from '#server/core/document-store.ts';
import type { JobRecord } from '#server/core/jobs/job-store.ts';
import { isInEffect } from '#server/core/jobs/undone-jobs.ts';
import { prepareJobRead } from './job-tables.ts';
import type { WriteNames } from '../write-names.ts';

/** Reads for renaming stale writes; each runs only when called, inside the caller's transaction. */
export function prepareRenameReads(
  database: Database,
  { toWriteId }: WriteNames,
): Pick<CommitView, 'renames' | 'renamedFrom'> {
  const readJob = prepareJobRead(database);
  // The index holds only renames, so for any other collection it is empty.
  const renames = database
    .prepare<[collection: string], string>(
      `SELECT record FROM job
       WHERE json_extract(record, '$.spec.kind') = 'rename' AND json_extract(record, '$.spec.collection') = ?
       ORDER BY number`,
    )
    .pluck();
  const step = database.prepare<
    { sequence: number; jobs: string },
    { readonly job: string; readonly sequence: number; readonly writeId: string | null }
  >(
    `SELECT batch.job, earlier.sequence, earlier.writeId
     FROM history CROSS JOIN batch ON batch.first = history.batch
     CROSS JOIN history AS earlier ON earlier.sequence = history.previous
     WHERE history.sequence = @sequence AND batch.job IN (SELECT value FROM json_each(@jobs))`,
  );
  return {
    renames: (collection) =>
      renames
        .all(collection)
        .map((record) => JSON.parse(record) as JobRecord)
        .filter((job) => isInEffect(job, readJob)),
    renamedFrom(sequence, jobs) {
      const states: RenamedState[] = [];
      const named = JSON.stringify(jobs);
      let found = step.get({ sequence, jobs: named });
      while (found) {
        states.push({ writeId: toWriteId(found.sequence, found.writeId), job: found.job });
        found = step.get({ sequence: found.sequence, jobs: named });
      }
      return states;
    },
  };
}
