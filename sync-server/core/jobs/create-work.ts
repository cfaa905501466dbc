import type { Actor } from '#shared/access/actor.ts';
import type { ImportJobSpec, JobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '../document-store.ts';
import { copyWork } from './copy-work.ts';
import { renameWork } from './rename-work.ts';
import { undoWork } from './undo-work.ts';
import type { Work } from './work.ts';

/**
 * The work of a job other than an import.
 * @throws AppError `invalid-argument` for a specification that makes no sense
 */
export function createWork(store: DocumentStore, spec: Exclude<JobSpec, ImportJobSpec>, actor: Actor): Work {
  switch (spec.kind) {
    case 'rename':
      return renameWork(store, spec, actor);
    case 'copy':
      return copyWork(store, spec, actor);
    case 'undo':
      return undoWork(store, spec.job);
  }
}
