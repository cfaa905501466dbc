import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { RESET, type PullPage } from '#shared/sync/messages.ts';
import { decodeCheckpoint, encodeCheckpoint, hashCollectionScope } from './checkpoint.ts';
import type { DocumentStore } from './document-store.ts';
import { toWire, toWireEviction } from './to-wire.ts';

export interface PullRequest {
  readonly collection: string;
  /** Where the device stands; empty for a first pull. */
  readonly after: string;
  /** Checkpoints to go back to once; those of another life or scope don't count. */
  readonly rewinds: readonly string[];
  readonly limit: number;
}

/**
 * One page of changes. It is full unless the reader's changes are exhausted; the page that exhausts them carries the
 * store's newest sequence as its position.
 * @throws AppError as `decodeCheckpoint`, and with reason RESET for a position the store hasn't reached or no longer remembers
 */
export async function pull(store: DocumentStore, request: PullRequest, actor: Actor): Promise<PullPage> {
  const { collection, limit } = request;
  const scopeHash = hashCollectionScope(collection, actor);
  const bound = { epoch: store.epoch, scope: scopeHash };
  const stored = decodeCheckpoint(request.after, { ...bound, restoredTo: store.restoredTo });
  const after = Math.min(stored, ...toPositions(request.rewinds, bound));
  const scope = toReadScope(collection, actor);
  const { documents, evictions, newest, purgeHorizon } = await store.changesSince({
    collection,
    scope,
    after,
    limit,
  });
  // Ahead of the store: its file was put back from a copy. Going on from there would miss all new writes up to it.
  if (stored > newest)
    throw new AppError('aborted', 'The server’s data are older than yours. Pull from the start.', {
      reason: RESET,
    });
  // Deletions it hasn't seen are forgotten here: what it holds can't be brought up to date, only pulled anew.
  if (stored > 0 && stored < purgeHorizon) {
    const message = 'You have been away for longer than deletions are remembered. Pull from the start.';
    // Nothing was lost here: what doesn't come again was deleted.
    throw new AppError('aborted', message, { reason: RESET, restoredTo: newest });
  }
  const isExhausted = documents.length + evictions.length < limit;
  const last = Math.max(documents.at(-1)?.sequence ?? 0, evictions.at(-1)?.sequence ?? 0);
  const position = isExhausted ? newest : last;
  const changes = [
    ...documents.flatMap((document) => toWire(document, actor) ?? []),
    ...evictions.map(toWireEviction),
  ];
  return {
    documents: changes.sort((a, b) => (a.sync?.sequence ?? 0) - (b.sync?.sequence ?? 0)),
    checkpoint: encodeCheckpoint({ ...bound, position }),
  };
}

function toPositions(rewinds: readonly string[], bound: { epoch: string; scope: string }): readonly number[] {
  return rewinds.flatMap((rewind) => {
    try {
      return [decodeCheckpoint(rewind, bound)];
    } catch {
      // Of another life or scope: what it asked for comes with the full pull that follows anyway.
      return [];
    }
  });
}
