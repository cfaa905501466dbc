import type { KnownCollection } from './tool.ts';

/** Whether a collection may hold documents that could be overwritten; `true` while the collections are unknown. */
export function mayHoldDocuments(collections: readonly KnownCollection[], name: string): boolean {
  if (collections.length === 0) return true;
  return collections.some((one) => one.name === name);
}
