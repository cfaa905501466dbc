import { from } from 'rxjs';
import { findCollection, type CollectionName } from '#shared/collections/catalogue.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { useQuery } from '#pwa/data/queries/use-query.ts';
import type { LocalDatabase } from '#pwa/data/store/database.ts';
import { subjectOf } from '#pwa/ui/content/subject.ts';
import { notedCount, readConfirmations, type Confirmation } from './confirmation.ts';
import { isListed } from './recently-confirmed.ts';

/** A confirmed write as listed. */
export interface ConfirmedWrite extends Confirmation {
  readonly label: string;
  readonly subject: string;
}

/** The last writes of this device that the server accepted, at most ten, newest first. */
export function useRecentlyConfirmed(): readonly ConfirmedWrite[] {
  const { storage } = useAppStore();
  const count = useStore(notedCount);
  const confirmed = useQuery(`confirmed ${count}`, ({ database }) => {
    const listed = readConfirmations(storage, database.name).filter(({ collection }) => isListed(collection));
    return from(Promise.all(listed.map((one) => toConfirmedWrite(database, one))));
  });
  return confirmed ?? [];
}

async function toConfirmedWrite(
  database: LocalDatabase,
  confirmation: Confirmation,
): Promise<ConfirmedWrite> {
  const { collection, documentId } = confirmation;
  const label = findCollection(collection)?.label ?? collection;
  const document = await database[collection as CollectionName].findOne(documentId).exec();
  return {
    ...confirmation,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    subject: document ? subjectOf(document.toJSON() as WireDocument) : '',
  };
}
