import type { KnownCollection } from './tool.ts';

/** Whether a collection may hold documents that could be written over; where nothing is known yet, it may. */
export function mayHoldDocuments(collections: readonly KnownCollection[], name: string): boolean {
  if (collections.length === 0) return true;
  return collections.some((one) => one.name === name);
}
