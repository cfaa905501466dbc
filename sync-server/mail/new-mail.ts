import { createId } from '#shared/kernel/ids.ts';
import type { MailRow } from './mail-store.ts';
import type { MailContent } from './templates/templates.ts';

const DAY_MS = 24 * 3_600_000;
export const GIVEN_UP_AFTER_MS = 3 * DAY_MS;

const KEY = /^[\w.:-]{1,200}$/;

/** A mail to be queued. */
export type NewMail = MailContent & {
  /** Of letters, digits and `_.:-`. A mail whose key is known is not queued again. */
  readonly key: string;
  readonly to: string;
  /** Id of the payment or document that it is about. */
  readonly about?: string;
  /** When its link expires, in epoch milliseconds; then it is not sent. */
  readonly endsAt?: number;
};

export function toMailRow(mail: NewMail, now: number): MailRow {
  if (!KEY.test(mail.key)) throw new Error(`A mail can’t have the key ${mail.key}.`);
  return {
    key: mail.key,
    template: mail.template,
    to: mail.to,
    about: mail.about ?? null,
    facts: mail.facts,
    state: 'waiting',
    attempts: 0,
    queuedAt: now,
    nextAt: now,
    endsAt: mail.endsAt ?? now + GIVEN_UP_AFTER_MS,
    sentAt: null,
    error: null,
  };
}

/** A mail to nobody: it is stored and done like one that is sent. */
export function toRowForNobody(now: number): MailRow {
  return {
    key: `nobody:${createId()}`,
    template: '',
    to: '',
    about: null,
    facts: {},
    state: 'waiting',
    attempts: 0,
    queuedAt: now,
    nextAt: now,
    endsAt: now + GIVEN_UP_AFTER_MS,
    sentAt: null,
    error: null,
  };
}
