import type { Actor } from '#shared/access/actor.ts';
import { compileJob, decideDocument, prepareJob } from '#shared/migration/decide-document.ts';
import type { RenameJobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '../document-store.ts';
import { createNextDocuments } from './next-documents.ts';
import type { Step, Work } from './work.ts';

/** Renames fields in place. The cursor is the id of the last document processed. */
export function renameWork(store: DocumentStore, spec: RenameJobSpec, actor: Actor): Work {
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
