import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { hasSameContent, toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { RejectedChange } from './rejected-change-record.ts';
import { type LocalState } from './local-states.ts';
import { withoutMeta } from './on-disk.ts';
import type { Chain } from './outbox-record.ts';

export interface LostConflict {
  readonly collection: string;
  /** The lost state, or a later local write on it. */
  readonly local: LocalState;
  /** The waiting writes and their base; without any, the local state is the lost one. */
  readonly chain: Chain | undefined;
  /** The server's state, written without the lost one. */
  readonly master: WireDocument;
  readonly clock: Clock;
}

/**
 * The rejected change that keeps a lost state overwritten by a later write: the server had confirmed it, and no other
 * copy exists. Its id is the lost `writeId`, so that it is kept only once. @returns `undefined` when no content is lost
 */
export function toLostRejectedChange({
  collection,
  local,
  chain,
  master,
  clock,
}: LostConflict): RejectedChange | undefined {
  const isEdited = chain !== undefined && chain.entries.length > 0;
  const lost = isEdited ? chain.base : withoutMeta(local);
  if (!lost?.writeId || lost._deleted || local._deleted || hasSameContent(lost, master)) return undefined;
  // The server has a write based on the lost state, so nothing is missing.
  if (isEdited && chain.entries.some(({ writeId }) => writeId === master.writeId)) return undefined;
  const rejectedChange = {
    id: lost.writeId,
    collectionName: collection,
    documentId: local.FBUID,
    code: 'aborted',
    at: isoNow(clock),
  };
  if (master._deleted) {
    const message = 'The server lost this in a restore, and it was deleted there since. It is kept here.';
    // A waiting edit becomes a rejected change with the full content when it is pushed, unless it changes nothing.
    return isEdited && !hasSameContent(lost, withoutMeta(local))
      ? undefined
      : { ...rejectedChange, kind: 'deleted-there', path: '', message, content: toContent(lost) };
  }
  const [mine, theirs, now] = [toContent(lost), toContent(master), toContent(withoutMeta(local))];
  const fields = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].filter(
    (field) =>
      field !== 'createdAt' &&
      !isJsonEqual(mine[field], theirs[field]) &&
      // Skip fields the person has replaced since.
      isJsonEqual(mine[field], now[field]),
  );
  const [path] = fields;
  if (path === undefined) return undefined;
  const message = `Lost by the server in a restore, and changed there since: ${fields.join(', ')}.`;
  const content = Object.fromEntries(
    fields.map((field) => [field, { mine: mine[field] ?? null, theirs: theirs[field] ?? null }]),
  );
  return { ...rejectedChange, kind: 'conflict', path, message, content };
}
