import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { PAGE_TOO_LARGE, RESET } from '#shared/sync/messages.ts';
import {
  decodeCheckpoint,
  encodeCheckpoint,
  hashCollectionScope,
  type ExpectedCheckpoint,
} from './checkpoint.ts';
import type { ChangesPage, DocumentStore } from './document-store.ts';
import { toWireEviction, toWireText } from './to-wire.ts';

export interface PullRequest {
  readonly collection: string;
  /** The device's checkpoint; empty for a first pull. */
  readonly after: string;
  /**
   * Checkpoints to go back to once; those of another epoch or scope are ignored. With a first pull they tell in which
   * epoch the device has pushed.
   */
  readonly rewinds: readonly string[];
  readonly limit: number;
}

/** A `PullPage` as JSON text, with its metrics. */
export interface PageText {
  /** In pieces: a single string would be copied twice more before it becomes bytes. */
  readonly json: readonly string[];
  readonly documents: number;
  /** How many sequences the device was behind; `undefined` for a first pull. */
  readonly lag: number | undefined;
  /** The sequence up to which the device then knows the collection. */
  readonly sequence: number;
}

/** Of a page's documents. A page is in memory as a whole, for as long as its reader takes. */
const MAX_CHARACTERS = 8 * 1_048_576;

type Changes = Pick<ChangesPage, 'documents' | 'evictions'>;

/**
 * One page of changes. A page is full unless the reader's changes are exhausted; then its checkpoint is the store's
 * newest sequence.
 * @throws AppError as `decodeCheckpoint`, and with reason RESET for a sequence that the store has not reached or no
 *   longer remembers, and for a first pull after pushes in another epoch; `resource-exhausted` for too large a page
 */
export async function pull(store: DocumentStore, request: PullRequest, actor: Actor): Promise<PageText> {
  const { collection, limit } = request;
  const scopeHash = hashCollectionScope(collection, actor);
  const bound = { epoch: store.epoch, scope: scopeHash };
  const { restoredTo } = store;
  const stored = decodeCheckpoint(request.after, { ...bound, restoredTo });
  if (request.after === '') assertOwnEpoch(request.rewinds, { ...bound, restoredTo });
  const after = Math.min(stored, ...toSequences(request.rewinds, bound));
  const scope = toReadScope(collection, actor);
  const { documents, evictions, isCut, newest, purgeHorizon } = await store.changesSince({
    collection,
    scope,
    after,
    limit,
    maxCharacters: MAX_CHARACTERS,
  });
  // Ahead of the store: its file was restored from a copy. Continuing would miss all new writes up to this sequence.
  if (stored > newest)
    throw new AppError('aborted', 'The server’s data is older than yours. Pull from the start.', {
      reason: RESET,
    });
  // Deletions that the device has not seen were purged, so it must pull everything again.
  if (stored > 0 && stored < purgeHorizon) {
    const message = 'You have been away for longer than deletions are remembered. Pull from the start.';
    // Nothing was lost here: what is missing from the new pull was deleted.
    throw new AppError('aborted', message, { reason: RESET, restoredTo: newest });
  }
  if (isCut)
    throw new AppError('resource-exhausted', 'These documents are too large for one page. Ask for fewer.', {
      status: 413,
      path: 'limit',
      reason: PAGE_TOO_LARGE,
    });
  const isExhausted = documents.length + evictions.length < limit;
  const last = Math.max(documents.at(-1)?.sequence ?? 0, evictions.at(-1)?.sequence ?? 0);
  const sequence = isExhausted ? newest : last;
  const changes = toTexts({ documents, evictions }, actor);
  const checkpoint = JSON.stringify(encodeCheckpoint({ ...bound, sequence }));
  return {
    json: ['{"documents":[', ...changes.flatMap(withComma), `],"checkpoint":${checkpoint}}`],
    documents: changes.length,
    lag: request.after === '' ? undefined : newest - stored,
    sequence,
  };
}

/** Most documents, and most characters of JSON, of a page in a poke. */
const POKE_DOCUMENTS = 50;
const POKE_CHARACTERS = 32 * 1024;

/**
 * The page for a poke: what is above a sequence, as its readers see it.
 * @returns JSON text of a `PokePage`; `undefined` when it would be too large, or deletions above `after` were purged
 */
export async function readPokePage(
  store: DocumentStore,
  { collection, after }: { readonly collection: string; readonly after: number },
  actor: Actor,
): Promise<string | undefined> {
  const scope = toReadScope(collection, actor);
  const limit = POKE_DOCUMENTS + 1;
  const page = await store.changesSince({ collection, scope, after, limit, maxCharacters: POKE_CHARACTERS });
  const { documents, evictions, isCut, newest, purgeHorizon } = page;
  if (isCut || documents.length + evictions.length === limit || after < purgeHorizon) return undefined;
  const texts = toTexts(page, actor);
  if (texts.reduce((sum, { length }) => sum + length, 0) > POKE_CHARACTERS) return undefined;
  const scopeHash = hashCollectionScope(collection, actor);
  const checkpoint = encodeCheckpoint({ epoch: store.epoch, scope: scopeHash, sequence: newest });
  return `{"after":${after},"documents":[${texts.join(',')}],"checkpoint":${JSON.stringify(checkpoint)}}`;
}

function toTexts({ documents, evictions }: Changes, actor: Actor): readonly string[] {
  const visible = documents.flatMap((document) => {
    const text = toWireText(document, actor);
    return text === undefined ? [] : [{ sequence: document.sequence, text }];
  });
  const left = evictions.map((eviction) => ({
    sequence: eviction.sequence,
    text: JSON.stringify(toWireEviction(eviction)),
  }));
  const inOrder = left.length === 0 ? visible : [...visible, ...left].sort((a, b) => a.sequence - b.sequence);
  return inOrder.map(({ text }) => text);
}

function withComma(text: string, index: number): readonly string[] {
  return index === 0 ? [text] : [',', text];
}

/** @throws AppError with reason RESET for a device that has never pulled but pushed in another epoch */
function assertOwnEpoch(rewinds: readonly string[], expected: ExpectedCheckpoint): void {
  for (const rewind of rewinds) {
    try {
      decodeCheckpoint(rewind, expected);
    } catch (error) {
      if (error instanceof AppError && error.reason === RESET) throw error;
    }
  }
}

function toSequences(rewinds: readonly string[], bound: { epoch: string; scope: string }): readonly number[] {
  return rewinds.flatMap((rewind) => {
    try {
      return [decodeCheckpoint(rewind, bound)];
    } catch {
      // Of another epoch or scope: the full pull that follows covers it.
      return [];
    }
  });
}
