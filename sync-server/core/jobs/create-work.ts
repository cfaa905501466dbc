import type { Actor } from '#shared/access/actor.ts';
import type { ImportJobSpec, JobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '../document-store.ts';
import { copyWork } from './copy-work.ts';
import { renameWork } from './rename-work.ts';
import { undoWork } from './undo-work.ts';
import type { Work } from './work.ts';

/** What a job other than an import has to do. @throws AppError `invalid-argument` for a specification that can't be meant */
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
