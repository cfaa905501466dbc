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

/** The columns of a mail, beginning with its key. */
export const MAIL_FIELDS: readonly (keyof MailRow)[] = [
  'key',
  'template',
  'to',
  'about',
  'facts',
  'state',
  'attempts',
  'queuedAt',
  'nextAt',
  'endsAt',
  'sentAt',
  'error',
];

export interface MailFilter {
  readonly state?: MailState | undefined;
  readonly about?: string | undefined;
  readonly limit: number;
}

/** Mails of the server, each call in one transaction. Stores of other subjects add theirs in their own commits. */
export interface MailStore {
  /** Adds a mail, unless its key is known; then a `count` among the facts is added to that of the waiting one. */
  add(row: MailRow): Promise<void>;
  find(key: string): Promise<MailRow | undefined>;
  /**
   * Claims the waiting mail to be sent at a time: never tried ones first, so that they don't wait for those that fail.
   * It can't be claimed again until its result is stored, or for a time that all callers measure alike.
   */
  claimDue(now: number, forMs: number): Promise<MailRow | undefined>;
  /** When the next waiting mail is due that nobody has claimed. */
  nextAt(): Promise<number | undefined>;
  /** Replaces a claimed mail by its result and ends the claim, unless it was erased or has been sent or given up since. */
  put(row: MailRow): Promise<void>;
  /** Stores the result of `decide`, which gets the mail if it exists. What it throws changes nothing; a claim stays. */
  change(key: string, decide: (row: MailRow | undefined) => MailRow): Promise<MailRow>;
  /** Newest first. */
  list(filter: MailFilter): Promise<readonly MailRow[]>;
  /** All mails to an address, newest first. */
  listTo(address: string): Promise<readonly MailRow[]>;
  count(state: MailState): Promise<number>;
  /** Removes the mails that no longer wait and were queued before a time, and all to nobody. */
  removeEnded(before: number): Promise<void>;
}
