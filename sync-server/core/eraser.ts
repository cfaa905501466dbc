import type { HistoryRow } from './stored-document.ts';
import { DELETED_ACCOUNT } from '#shared/collections/collection.ts';

/** Collections whose documents are erased with the account that owns them. */
export const ERASED_COLLECTIONS: readonly string[] = ['profiles', 'checkouts', 'contacts'];

/** Business records, which stay for seven years; only their owner is forgotten. */
export const KEPT_COLLECTIONS: readonly string[] = ['ukraines', 'orders'];

/** An account that is deleted. */
export interface ErasedPerson {
  readonly accountId: string;
  /** Its known addresses, in lower case. Earlier ones are found in what it wrote. */
  readonly addresses: readonly string[];
}

/** What one call has erased; all zero if nothing of the person was left. */
export interface ErasedRows {
  readonly documents: number;
  readonly entries: number;
  readonly rejections: number;
  readonly mails: number;
  /** Purchase orders, orders and payments that stay without their owner. */
  readonly kept: number;
}

/** The part of a store that forgets a person. */
export interface Eraser {
  /** Whether anything in the data belongs to the account. */
  holdsAnythingOf(accountId: string): Promise<boolean>;
  /** Ids of the devices from which the account's documents were written. */
  devicesOf(accountId: string): Promise<readonly string[]>;
  /**
   * Erases the account's profile, cart and enquiries with their whole history and what staff wrote about them, what was
   * refused, its mails and its name everywhere else, in one transaction. Each document leaves a deletion without content, which reaches its readers like
   * any other. Files that only this person used become the account's, to be removed.
   */
  erase(person: ErasedPerson): Promise<ErasedRows>;
}

/** Whether an entry is what erasing has left of a document. */
export function isErased({ operation, updatedBy, data }: HistoryRow): boolean {
  return operation === 'delete' && updatedBy === DELETED_ACCOUNT && Object.keys(data).length === 1;
}
