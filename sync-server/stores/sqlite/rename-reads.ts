import type { Database } from 'better-sqlite3';
import type { CommitView, RenamedState } from '#server/core/document-store.ts';
import type { JobRecord } from '#server/core/jobs/job-store.ts';
import { isInEffect } from '#server/core/jobs/undone-jobs.ts';
import { prepareJobRead } from './job-tables.ts';

/** What late writes are looked at with; each reads only when it is called, inside the caller's transaction. */
export function prepareRenameReads(database: Database): Pick<CommitView, 'renames' | 'renamedFrom'> {
  const readJob = prepareJobRead(database);
  // The index holds renames alone, so that a push to any other collection looks at an empty place.
  const renames = database
    .prepare<[collection: string], string>(
      `SELECT record FROM job
       WHERE json_extract(record, '$.spec.kind') = 'rename' AND json_extract(record, '$.spec.collection') = ?
       ORDER BY number`,
    )
    .pluck();
  const step = database.prepare<
    { sequence: number; jobs: string },
    RenamedState & { readonly sequence: number }
  >(
    `SELECT jobRange.job, earlier.writeId, earlier.sequence
     FROM history JOIN history AS earlier ON earlier.sequence = history.previous
     CROSS JOIN json_each(@jobs) AS named
     CROSS JOIN jobRange ON jobRange.job = named.value AND first <= history.sequence AND last >= history.sequence
     WHERE history.sequence = @sequence`,
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
        states.push({ writeId: found.writeId, job: found.job });
        found = step.get({ sequence: found.sequence, jobs: named });
      }
      return states;
    },
  };
}
