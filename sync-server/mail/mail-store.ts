import type { MailState } from '#shared/api/mail-routes.ts';
import type { JsonObject } from '#shared/kernel/json.ts';

export interface MailRow {
  /** Of letters, digits and `_.:-`. A key is queued once. */
  readonly key: string;
  readonly template: string;
  /** Empty for a mail to nobody, which is never sent and never listed. */
  readonly to: string;
  /** Id of the payment or document that it is about. */
  readonly about: string | null;
  /** A token is `null` once the mail is sent or given up. */
  readonly facts: JsonObject;
  readonly state: MailState;
  readonly attempts: number;
  /** Epoch milliseconds, as the other times. */
  readonly queuedAt: number;
  /** When it is tried next. */
  readonly nextAt: number;
  /** Not tried after this time. */
  readonly endsAt: number;
  readonly sentAt: number | null;
  /** Why the last attempt failed, in the mail server's words. */
  readonly error: string | null;
}

export interface MailFilter {
  readonly state?: MailState | undefined;
  readonly about?: string | undefined;
  readonly limit: number;
}

/** Mails of the server. Stores of other subjects add theirs in their own commits. */
export interface MailStore {
  /** Adds a mail, unless its key is known. */
  add(row: MailRow): void;
  find(key: string): MailRow | undefined;
  /** The waiting mail to be sent at a time: never tried ones first, so that they don't wait for those that fail. */
  nextDue(now: number): MailRow | undefined;
  /** When the next waiting mail is due. */
  nextAt(): number | undefined;
  /** Replaces a mail, unless it was erased. */
  put(row: MailRow): void;
  /** Newest first. */
  list(filter: MailFilter): readonly MailRow[];
  /** All mails to an address, newest first. */
  listTo(address: string): readonly MailRow[];
  count(state: MailState): number;
  /** Removes the mails that no longer wait and were queued before a time, and all to nobody. */
  removeEnded(before: number): void;
}
