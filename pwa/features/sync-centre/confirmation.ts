import { findCollection } from '#shared/collections/catalogue.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { subjectOf } from '#pwa/ui/content/subject.ts';

/** A write of this device that the server has taken. */
export interface Confirmation {
  readonly writeId: string;
  readonly label: string;
  readonly subject: string;
  /** Epoch milliseconds at which this window learnt of it. */
  readonly at: number;
}

export const MOST_CONFIRMATIONS = 10;

/**
 * Whether a change of a local document is the server's word that it has the write that was pending. A refused write
 * goes back to an older state, or to a tombstone, and is none.
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

/** The newest come first; the oldest fall off the end. */
export function addConfirmation(
  list: readonly Confirmation[],
  confirmation: Confirmation,
): readonly Confirmation[] {
  return [confirmation, ...list].slice(0, MOST_CONFIRMATIONS);
}
