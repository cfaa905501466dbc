import type { CollectionName } from '#shared/collections/catalogue.ts';
import { isoNow, systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { mergeFields, type FieldConflict } from '#shared/sync/merge.ts';
import { isPending } from '#shared/sync/write-state.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { Content } from '../store/local-writes.ts';
import type { LocalStore } from '../store/store-provider.ts';
import { withoutMeta } from '../sync/on-disk.ts';
import { toConflictContent } from '../sync/rejected-change-record.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface MergedWrite {
  /** The fields that the person began with; without them, mine are written as they are. */
  readonly base: Fields | undefined;
  /** What the person has made of them. */
  readonly mine: Fields;
  /** Completes the fields. */
  readonly finish?: (fields: Fields) => Fields;
}

/**
 * Writes what a person has made of a document. What others have changed in it since the person began stays; where both
 * changed the same, theirs stays and a rejected change asks the person, unless what is there waits to be sent from here.
 * @throws AppError `invalid-argument` with the field's path; then nothing was written
 */
export async function writeMerged(
  { database, write }: Pick<LocalStore, 'database' | 'write'>,
  collection: CollectionName,
  id: string,
  { base, mine, finish = (fields) => fields }: MergedWrite,
): Promise<void> {
  let conflicts: readonly FieldConflict[] = [];
  await write(collection, id, (current) => {
    conflicts = [];
    if (!current || !base) return finish(mine) as unknown as Content<CollectionName>;
    const now = toOwnContent(current);
    // The merge keeps the second side where both changed something: of two tabs of this device, the later one.
    const isOwn = isPending(current);
    const merged = isOwn ? mergeFields(base, now, mine) : mergeFields(base, mine, now);
    if (!isOwn) ({ conflicts } = merged);
    const next = finish(merged.content);
    return isJsonEqual(next, now) ? 'keep' : (next as unknown as Content<CollectionName>);
  });
  const [first] = conflicts;
  if (!first) return;
  await database.rejectedChanges.upsert({
    id: createId(),
    collectionName: collection,
    documentId: id,
    kind: 'conflict',
    code: 'aborted',
    message: `Changed here and elsewhere: ${conflicts.map(({ field }) => field).join(', ')}.`,
    path: first.field,
    content: toConflictContent(conflicts),
    at: isoNow(systemClock),
  });
}

/** A document's content without its id and creation time, which no one changes. */
export function toOwnContent(document: object): Fields {
  const {
    FBUID: _FBUID,
    createdAt: _createdAt,
    ...fields
  } = toContent(withoutMeta(document as WireDocument));
  return fields;
}
