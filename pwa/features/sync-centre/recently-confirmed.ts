import type { Observable } from 'rxjs';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { useQuery } from '#pwa/data/queries/use-query.ts';

interface LocalChange {
  readonly documentData: object;
  readonly previousDocumentData?: object | undefined;
}

/** Notes confirmed writes; call it in a component that stays mounted as long as the window is open. */
export function useConfirmationWatch(): void {
  const { storage } = useAppStore();
  useQuery('confirmations', ({ database }) => ({
    subscribe() {
      const note = (collection: string, { documentData, previousDocumentData }: LocalChange) => {
        const next = documentData as WireDocument;
        if (!isConfirmed(previousDocumentData as WireDocument | undefined, next)) return;
        const { FBUID: documentId, writeId = '' } = next;
        const at = systemClock.now();
        const confirmation = { store: database.name, collection, documentId, writeId, at };
        void import('./confirmation.ts').then(
          ({ noteConfirmation }) => noteConfirmation(storage, confirmation),
          // The list is a convenience: without its code nothing is lost.
          () => undefined,
        );
      };
      const subscriptions = COLLECTION_NAMES.filter(isListed).map((name) =>
        (database[name].$ as Observable<LocalChange>).subscribe((change) => note(name, change)),
      );
      return { unsubscribe: () => subscriptions.forEach((subscription) => subscription.unsubscribe()) };
    },
  }));
}

/** Whether a collection's confirmations are listed. Those of a cart would read as if an order was confirmed. */
export function isListed(collection: string): boolean {
  return collection !== 'checkouts';
}

/**
 * Whether a change of a local document acknowledges its pending write. A rejected write reverts to an older state or a
 * tombstone, which doesn't count.
 */
export function isConfirmed(before: WireDocument | undefined, after: WireDocument): boolean {
  if (before?.writeId === undefined || after._deleted) return false;
  const wasPending = before.writeId !== before.sync?.acknowledged;
  return wasPending && after.sync?.acknowledged === before.writeId;
}
