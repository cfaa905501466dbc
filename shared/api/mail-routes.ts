import * as v from 'valibot';
import { route } from './routes.ts';

/** `waiting`: is sent, or tried again. `given-up`: only a person tries again. */
export const MAIL_STATES = ['waiting', 'sent', 'given-up'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail of the server. Its text may hold a secret link, so it is not told. */
const mailSchema = v.looseObject({
  key: v.string(),
  template: v.string(),
  subject: v.string(),
  to: v.string(),
  /** Id of the payment or document that it is about. */
  about: v.nullable(v.string()),
  state: v.picklist(MAIL_STATES),
  attempts: v.number(),
  /** ISO times. */
  queuedAt: v.string(),
  /** When a waiting mail is tried next. */
  nextAt: v.nullable(v.string()),
  sentAt: v.nullable(v.string()),
  /** Why the last attempt failed, in the mail server's words. */
  error: v.nullable(v.string()),
  /** False for a mail that was sent, and for one whose link has expired. */
  canRetry: v.boolean(),
});
export type MailFacts = v.InferOutput<typeof mailSchema>;

/** `GET /admin/mails?state=&about=&limit=`, newest first. */
const mailListSchema = v.looseObject({
  mails: v.array(mailSchema),
  /** Of all mails, listed or not. */
  counts: v.looseObject({ waiting: v.number(), sent: v.number(), 'given-up': v.number() }),
});
export type MailList = v.InferOutput<typeof mailListSchema>;

/** Calls of the staff's page of mails, and of the command line. */
export const MAIL_ROUTES = {
  mails: route('GET', '/admin/mails', mailListSchema),
  retryMail: route('POST', '/admin/mails/{key}/retry', mailSchema),
} as const;
