import { findCollection } from '#shared/collections/catalogue.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { subjectOf } from '#pwa/ui/content/subject.ts';

/** A write of this device that the server has accepted. */
export interface Confirmation {
  readonly writeId: string;
  readonly label: string;
  readonly subject: string;
  /** When this window received the acknowledgement, in epoch milliseconds. */
  readonly at: number;
}

export const MOST_CONFIRMATIONS = 10;

/**
 * Whether a change of a local document acknowledges its pending write. A rejected write reverts to an older state or a
 * tombstone, which doesn't count.
 */
export function isConfirmed(before: WireDocument | undefined, after: WireDocument): boolean {
  if (before?.writeId === undefined || after._deleted) return false;
  const wasPending = before.writeId !== before.sync?.acknowledged;
  return wasPending && after.sync?.acknowledged === before.writeId;
}

export function toConfirmation(collection: string, document: WireDocument, at: number): Confirmation {
  const label = findCollection(collection)?.label ?? collection;
  return {
    writeId: document.writeId ?? '',
    label: label.charAt(0).toUpperCase() + label.slice(1),
    subject: subjectOf(document),
    at,
  };
}

/** Puts the newest first and drops the oldest beyond the limit. */
export function addConfirmation(
  list: readonly Confirmation[],
  confirmation: Confirmation,
): readonly Confirmation[] {
  return [confirmation, ...list].slice(0, MOST_CONFIRMATIONS);
}
