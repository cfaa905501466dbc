import type { CollectionName } from '#shared/collections/catalogue.ts';
import { isoNow, systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { mergeLater, type FieldConflict } from '#shared/sync/merge.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { Content } from '../store/local-writes.ts';
import type { LocalStore } from '../store/store-provider.ts';
import { withoutMeta } from '../sync/on-disk.ts';
import { findRecords } from '../sync/outbox.ts';
import { toChain } from '../sync/outbox-record.ts';
import { toConflictContent } from '../sync/rejected-change-record.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface MergedWrite {
  /** The fields that the person began with; without them, mine are written as they are. */
  readonly base: Fields | undefined;
  /** What the person has made of them. */
  readonly mine: Fields;
  /** Completes the fields. */
  readonly finish?: (fields: Fields) => Fields;
  /** Fields that fit together only: where both changed one of them, all are asked about. */
  readonly together?: readonly string[];
}

/**
 * Writes what a person has made of a document. What others have changed in it since the person began stays; where both
 * changed the same, theirs stays and a rejected change asks the person. Of two changes of this device, the later one counts.
 * @throws AppError `invalid-argument` with the field's path; then nothing was written
 */
export async function writeMerged(
  { database, write }: Pick<LocalStore, 'database' | 'write'>,
  collection: CollectionName,
  id: string,
  { base, mine, finish = (fields) => fields, together = [] }: MergedWrite,
): Promise<void> {
  const waiting = (await findRecords(database, collection, [id])).get(id);
  let conflicts: readonly FieldConflict[] = [];
  await write(collection, id, (current) => {
    conflicts = [];
    if (!current || !base) return finish(mine) as unknown as Content<CollectionName>;
    const now = toOwnContent(current);
    const chain = waiting && toChain(waiting, current.writeId);
    const sent = chain?.entries.length ? toOwnContent(chain.base ?? {}) : now;
    const merged = mergeLater(base, mine, { now, sent });
    const next = finish(merged.content);
    conflicts = withTheirCompany(merged.conflicts, together, { mine, next });
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

/** @param together fields that are asked about if one of them is */
function withTheirCompany(
  conflicts: readonly FieldConflict[],
  together: readonly string[],
  { mine, next }: { readonly mine: Fields; readonly next: Fields },
): readonly FieldConflict[] {
  const asked = new Set(conflicts.map(({ field }) => field));
  if (!together.some((field) => asked.has(field))) return conflicts;
  const others = together.filter((field) => !asked.has(field) && !isJsonEqual(mine[field], next[field]));
  return [...conflicts, ...others.map((field) => ({ field, mine: mine[field], theirs: next[field] }))];
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
