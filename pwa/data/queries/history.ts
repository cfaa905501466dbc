import type { HistoryEntry } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { pageClient } from '../sync/page-client.ts';

export interface HistoryPage {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Whether there are no older entries. A creation isn't proof: a deleted document may be created again. */
  readonly isLast: boolean;
}

const PAGE = 50;

/**
 * A page of a document's history.
 * @param before the key of an entry; returns only older ones
 * @throws AppError `not-found` also for a document this identity may not see, `unavailable` without a network
 */
export async function fetchHistory(
  app: AppStore,
  collection: string,
  id: string,
  before?: string,
): Promise<HistoryPage> {
  const { entries, isCut = false } = await pageClient(app).call(ROUTES.history, {
    params: { collection, id },
    query: { before, limit: PAGE },
  });
  return { entries, isLast: entries.length < PAGE && !isCut };
}

/**
 * Restores the content of a history entry, as a new write on the server.
 * @param at the entry's key @throws AppError; nothing was changed then
 */
export async function restoreVersion(
  app: AppStore,
  collection: string,
  id: string,
  at: string,
): Promise<void> {
  await pageClient(app).call(ROUTES.restore, { params: { collection, id }, body: { at } });
  (await app.localStore.whenOpen()).wakeNow();
}
