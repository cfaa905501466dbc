import type { Actor } from '#shared/access/actor.ts';
import type { ImportJobSpec, JobSpec, RenameJobSpec } from '#shared/migration/job-spec.ts';
import { compileJob, decideDocument, prepareJob } from '#shared/migration/decide-document.ts';
import type { DocumentStore } from '../document-store.ts';
import { copyWork } from './copy-work.ts';
import { undoWork } from './undo-work.ts';
import type { Work, Step } from './work.ts';
import { createNextDocuments } from './next-documents.ts';

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

/** Renames fields in place. The cursor is the id of the last document processed. */
function renameWork(store: DocumentStore, spec: RenameJobSpec, actor: Actor): Work {
  const job = compileJob(spec);
  const { collection } = spec;
  const nextDocuments = createNextDocuments(store, collection, actor);
  return {
    async next(cursor) {
      const documents = await nextDocuments(cursor);
      const last = documents.at(-1);
      if (!last) return undefined;
      const steps = documents.map(({ id }): Step => {
        const key = { collection, id };
        return {
          key,
          isPrevalidated: true,
          decide: (view, at) =>
            decideDocument(job, { id, source: view.document(key), target: undefined, at }),
        };
      });
      const reads = steps.map(({ key }) => key);
      const prepare = () => prepareJob(job, documents);
      return { steps, reads, known: documents, cursor: last.id, processed: documents.length, prepare };
    },
  };
}
