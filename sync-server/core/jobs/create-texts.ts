import { toOwner } from '#shared/access/actor.ts';
import { canCreate, toAudience } from '#shared/access/decide-access.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import { NO_USER } from '#shared/collections/collection.ts';
import type { PlainDocument } from '#shared/import/plain-document.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { CommitView, CreatedTexts } from '../document-store.ts';
import type { Stamp } from '../stamp.ts';

/** Whether a collection is one whose documents may be stored as their texts stand. */
export function takesTexts(collection: string): boolean {
  return findCollection(collection) === undefined;
}

/**
 * Creates documents without looking into them, which whatever an import's mode comes out the same as deciding about each;
 * `undefined` when one of them is there already or none may be created: then each has to be decided about.
 */
export function createTexts(
  collection: string,
  lines: readonly PlainDocument[],
  view: Pick<CommitView, 'sequence' | 'document'>,
  { actor, at }: Stamp,
): CreatedTexts | undefined {
  const ids = new Set(lines.map(({ id }) => id));
  const isNew = ids.size === lines.length && !lines.some(({ id }) => view.document({ collection, id }));
  if (!isNew || lines.length === 0 || !canCreate(collection, actor)) return undefined;
  const owner = toOwner(actor);
  return {
    collection,
    first: view.sequence + 1,
    owner,
    audience: toAudience(collection, owner),
    at,
    updatedBy: actor.email ?? NO_USER,
    device: actor.fid,
    texts: lines.map(({ id, json }) => ({ id, writeId: createId(), json })),
  };
}
