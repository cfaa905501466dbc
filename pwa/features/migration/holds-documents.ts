import type { CollectionSummary } from '#shared/api/messages.ts';

/** Whether a collection may hold documents that could be written over; where nothing is known yet, it may. */
export function mayHoldDocuments(collections: readonly CollectionSummary[], name: string): boolean {
  if (collections.length === 0) return true;
  return collections.some((one) => one.name === name && one.documents > 0);
}
