import type { Actor } from '#shared/access/actor.ts';
import { canCreate } from '#shared/access/decide-access.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { compileJob, decideDocument, prepareJob } from '#shared/migration/decide-document.ts';
import type { CopyJobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '../document-store.ts';
import type { StoredDocument } from '../stored-document.ts';
import { createNextDocuments } from './next-documents.ts';
import type { Batch, Step, Work } from './work.ts';

const COPY = 'copy/';
const DELETE = 'delete/';

/**
 * Copies documents with their ids; `replace-all` then deletes what the source lacks. The cursor names the phase and
 * the id of the last document processed.
 * @throws AppError `invalid-argument` for a collection onto itself, `permission-denied` for a target that the actor
 *   may not fill
 */
export function copyWork(store: DocumentStore, spec: CopyJobSpec, actor: Actor): Work {
  assertValidSpec(spec, actor);
  const job = compileJob(spec);
  const { source, target } = spec;
  const nextOfSource = createNextDocuments(store, source, actor);
  const nextOfTarget = createNextDocuments(store, target, actor);

  function toBatch(ids: readonly string[], known: readonly StoredDocument[], cursor: string): Batch {
    const steps = ids.map((id): Step => {
      const [from, key] = [
        { collection: source, id },
        { collection: target, id },
      ];
      return {
        key,
        isPrevalidated: true,
        decide: (view, at) =>
          decideDocument(job, { id, source: view.document(from), target: view.document(key), at }),
      };
    });
    const reads = ids.flatMap((id) => [source, target].map((collection) => ({ collection, id })));
    return { steps, reads, known, cursor, processed: ids.length };
  }

  async function nextCopies(afterId: string): Promise<Batch | undefined> {
    const documents = await nextOfSource(afterId);
    const ids = documents.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const prepare = () => prepareJob(job, documents);
    return { ...toBatch(ids, documents, `${COPY}${ids.at(-1)}`), prepare };
  }

  async function nextDeletes(afterId: string): Promise<Batch | undefined> {
    const documents = await nextOfTarget(afterId);
    const last = documents.at(-1);
    if (!last) return undefined;
    const originals = await store.readAll(documents.map(({ id }) => ({ collection: source, id })));
    const kept = new Set(originals.filter(({ deleted }) => !deleted).map(({ id }) => id));
    const lacking = documents.filter(({ id }) => !kept.has(id));
    const ids = lacking.map(({ id }) => id);
    return toBatch(ids, lacking, `${DELETE}${last.id}`);
  }

  return {
    async next(cursor) {
      if (cursor.startsWith(DELETE)) return nextDeletes(cursor.slice(DELETE.length));
      const copies = await nextCopies(cursor.slice(COPY.length));
      return copies ?? (spec.mode === 'replace-all' ? nextDeletes('') : undefined);
    },
  };
}

function assertValidSpec({ source, target }: CopyJobSpec, actor: Actor): void {
  if (source === target) {
    const message =
      'A collection isn’t copied onto itself. To rename its fields, rename them where they are.';
    throw new AppError('invalid-argument', message, { path: 'target' });
  }
  if (!canCreate(target, actor)) {
    const message = `This account may not write documents of others into ${target}. The admin token may.`;
    throw new AppError('permission-denied', message, { path: 'target' });
  }
}
