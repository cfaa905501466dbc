import { useSyncExternalStore } from 'react';
import { filter, map, merge, type Observable } from 'rxjs';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { useQuery } from '#pwa/data/use-query.ts';
import { addConfirmation, isConfirmed, toConfirmation, type Confirmation } from './confirmation.ts';

const NONE: readonly Confirmation[] = [];
let recent = NONE;
const listeners = new Set<() => void>();

/** The last ten writes the server has taken while this window was open. */
export function useRecentlyConfirmed(): readonly Confirmation[] {
  return useSyncExternalStore(
    subscribe,
    () => recent,
    () => NONE,
  );
}

/** Collects them; belongs into something that stays for as long as the window does. */
export function useConfirmationWatch(): void {
  useQuery('confirmations', ({ database }) =>
    merge(...COLLECTION_NAMES.map((name) => toConfirmations(name, database[name].$))).pipe(map(remember)),
  );
}

interface LocalChange {
  readonly operation: string;
  readonly documentData: object;
  readonly previousDocumentData?: object | undefined;
}

function toConfirmations(collection: string, changes: Observable<LocalChange>): Observable<Confirmation> {
  return changes.pipe(
    filter(({ documentData, previousDocumentData }) =>
      isConfirmed(previousDocumentData as WireDocument | undefined, documentData as WireDocument),
    ),
    map(({ documentData }) => toConfirmation(collection, documentData as WireDocument, systemClock.now())),
  );
}

function remember(confirmation: Confirmation): void {
  recent = addConfirmation(recent, confirmation);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
