import type { Actor } from '#shared/access/actor.ts';
import { compileJob, decideDocument } from '#shared/migration/decide-document.ts';
import type { RenameJobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '../document-store.ts';
import { nextIds } from './next-ids.ts';
import type { Step, Work } from './work.ts';

/** Renames fields where they stand. The cursor is the id of the last document looked at. */
export function renameWork(store: DocumentStore, spec: RenameJobSpec, actor: Actor): Work {
  const job = compileJob(spec);
  const { collection } = spec;
  return {
    async next(cursor) {
      const ids = await nextIds(store, collection, cursor, actor);
      const last = ids.at(-1);
      if (last === undefined) return undefined;
      const steps = ids.map((id): Step => {
        const key = { collection, id };
        return {
          key,
          isJudged: true,
          decide: (view, at) =>
            decideDocument(job, { id, source: view.document(key), target: undefined, at }),
        };
      });
      return { steps, reads: steps.map(({ key }) => key), cursor: last, looked: ids.length };
    },
  };
}
