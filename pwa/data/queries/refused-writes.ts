import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { RefusedWrite, RejectionSummary } from '#shared/api/administration.ts';
import { rulesOf } from '#shared/access/decide-access.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import type { AppStore } from '../app-store.ts';
import { pageClient } from '../sync/page-client.ts';

/** How many refused writes are listed. */
export const LISTED_REFUSALS = 200;

/** The newest writes that the server refused. @throws AppError */
export async function fetchRefusedWrites(app: AppStore): Promise<readonly RejectionSummary[]> {
  const { rejections } = await pageClient(app).call(ADMIN_ROUTES.rejections, {
    query: { limit: LISTED_REFUSALS },
  });
  return rejections;
}

/** A refused write with its content. @throws AppError `not-found` when it is not kept any more */
export function fetchRefusedWrite(app: AppStore, writeId: string): Promise<RefusedWrite> {
  return pageClient(app).call(ADMIN_ROUTES.rejection, { query: { writeId } });
}

/** Whether staff may save a corrected write: a cart or a profile is only its owner's. */
export function canCorrect({ collection }: RejectionSummary): boolean {
  return findCollection(collection) !== undefined && rulesOf(collection).change !== 'owner';
}

/** Brings a refused write onto this device, where it is corrected and sent like the device's own. */
export async function reviewHere({ localStore }: AppStore, refused: RefusedWrite): Promise<void> {
  const { database } = await localStore.whenOpen();
  const { writeId, collection, id, code, message, path, payload, at } = refused;
  await database.rejectedChanges.upsert({
    id: writeId,
    collectionName: collection,
    documentId: id,
    kind: 'rejected',
    code,
    message,
    path,
    content: payload,
    at,
  });
}
