import type { Observable } from 'rxjs';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { createStore, useStore } from '#pwa/create-store.ts';
import { useQuery } from '#pwa/data/queries/use-query.ts';
import { addConfirmation, isConfirmed, toConfirmation, type Confirmation } from './confirmation.ts';

const NONE: readonly Confirmation[] = [];
const recent = createStore(NONE);

/** The last ten writes that the server accepted while this window was open. */
export function useRecentlyConfirmed(): readonly Confirmation[] {
  return useStore(recent, () => NONE);
}

/** Collects confirmations; call it in a component that stays mounted as long as the window is open. */
export function useConfirmationWatch(): void {
  useQuery('confirmations', ({ database }) => ({
    subscribe() {
      const subscriptions = COLLECTION_NAMES.map((name) =>
        (database[name].$ as Observable<LocalChange>).subscribe((change) => watch(name, change)),
      );
      return { unsubscribe: () => subscriptions.forEach((subscription) => subscription.unsubscribe()) };
    },
  }));
}

interface LocalChange {
  readonly documentData: object;
  readonly previousDocumentData?: object | undefined;
}

function watch(collection: string, { documentData, previousDocumentData }: LocalChange): void {
  const next = documentData as WireDocument;
  if (!isConfirmed(previousDocumentData as WireDocument | undefined, next)) return;
  // Several components may watch.
  if (recent.read().some(({ writeId }) => writeId === next.writeId)) return;
  recent.set(addConfirmation(recent.read(), toConfirmation(collection, next, systemClock.now())));
}
