import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { listDeleted } from '#server/core/document-calls.ts';
import type { Storage } from '#server/storage.ts';
import type { ApiRouter } from './api-router.ts';

export interface BackOfficeParts {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'files' | 'mails' | 'pageViews'>;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** What the staff's screens show beside the documents that their devices have. */
export function backOfficeRoutes(api: ApiRouter, { store, clock, storage }: BackOfficeParts): void {
  api.on(ENDPOINTS.overview, async () => {
    const since = clock.now() - WEEK_MS;
    const [enquiries, purchaseOrders, refusedWrites, mailsNotSent, filesWaiting, productViews] =
      await Promise.all([
        countCreated(store, 'contacts', since),
        countCreated(store, 'ukraines', since),
        store.countRejections(),
        storage.mails.count('given-up'),
        storage.files.count('received'),
        storage.pageViews.count('/product/:productFBUID', since),
      ]);
    return { enquiries, purchaseOrders, refusedWrites, mailsNotSent, filesWaiting, productViews };
  });
  api.on(ENDPOINTS.deleted, ({ params: { collection }, query, actor }) =>
    listDeleted(store, { collection, ...query }, actor),
  );
}

const PAGE = 200;

/** Documents written since then and not deleted. Reads no more than what changed since. */
async function countCreated(store: DocumentStore, collection: string, since: number): Promise<number> {
  let count = 0;
  for (let before = Infinity; ;) {
    const documents = await store.newest({ collection, deleted: false, before, limit: PAGE });
    const changed = documents.filter(({ updatedAt }) => Date.parse(updatedAt) >= since);
    count += changed.filter(({ json }) => createdAt(json) >= since).length;
    if (changed.length < PAGE) return count;
    before = changed.at(-1)?.sequence ?? 0;
  }
}

function createdAt(json: string): number {
  return Date.parse((JSON.parse(json) as { createdAt: string }).createdAt);
}
