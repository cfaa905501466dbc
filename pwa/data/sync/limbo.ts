import type { ApiClient } from '#shared/api/client.ts';
import type { Route } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { wireDocumentSchema } from '#shared/sync/messages.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { applyPage } from './apply-page.ts';
import { collectionOf } from './local-states.ts';
import { findRecords } from './outbox.ts';
import { toChain } from './outbox-record.ts';

/** Documents fetched by id concurrently. */
export const MAX_AT_ONCE = 100;

export const READ_DOCUMENT: Route<WireDocument> = {
  method: 'GET',
  path: '/{endpoint}/{collection}/{id}',
  response: wireDocumentSchema as unknown as Route<WireDocument>['response'],
};

/** Ids of documents in limbo: pending without a waiting write, so their state on the server is unknown. */
export async function listLimbo(database: LocalDatabase, collection: string): Promise<readonly string[]> {
  const documents = await collectionOf(database, collection).find().exec();
  const pending = documents.filter(({ writeId, sync }) => writeId !== sync?.acknowledged);
  const records = await findRecords(
    database,
    collection,
    pending.map(({ FBUID }) => FBUID),
  );
  const isWaiting = ({ FBUID, writeId = '' }: { FBUID: string; writeId?: string }) => {
    const record = records.get(FBUID);
    return record !== undefined && toChain(record, writeId).entries.length > 0;
  };
  return pending.filter((document) => !isWaiting(document)).map(({ FBUID }) => FBUID);
}

/** Fetches documents by id; one the server doesn't show leaves this device. @throws AppError as the client does */
export async function refetchDocuments(
  { database, client }: { readonly database: LocalDatabase; readonly client: ApiClient },
  collection: string,
  ids: readonly string[],
): Promise<void> {
  const found = await inParallel(ids, MAX_AT_ONCE, (id) => readFromWire(client, collection, id));
  await applyPage(database, collection, found);
}

async function readFromWire(client: ApiClient, collection: string, id: string): Promise<WireDocument> {
  try {
    return await client.call(READ_DOCUMENT, { params: { collection, id } });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return { FBUID: id, evicted: true };
    throw error;
  }
}

/** Runs a task for each item, at most `atOnce` concurrently. @returns the results in the items' order */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index] as Item);
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
