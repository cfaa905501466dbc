import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { MailFacts } from '#shared/api/mail-routes.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { MailRow, MailStore } from '#server/mail/mail-store.ts';
import { canRetry, type Mails } from '#server/mail/mails.ts';
import type { ApiRouter } from './api-router.ts';

export interface MailParts {
  readonly mails: Mails;
  readonly storage: { readonly mails: MailStore };
}

/** Lists mails and tries one again. Facts stay here: a token in them opens an account. */
export function mailRoutes(api: ApiRouter, { mails, storage }: MailParts): void {
  const toFacts = (row: MailRow): MailFacts => {
    const { key, template, to, about, state, attempts, error } = row;
    return {
      key,
      template,
      subject: mails.subjectOf(row),
      to,
      about,
      state,
      attempts,
      queuedAt: utcIso(row.queuedAt),
      nextAt: state === 'waiting' ? utcIso(row.nextAt) : null,
      sentAt: row.sentAt === null ? null : utcIso(row.sentAt),
      error,
      canRetry: canRetry(row),
    };
  };
  api.on(ENDPOINTS.mails, async ({ query }) => {
    const { count, list } = storage.mails;
    const [rows, waiting, sent, givenUp] = await Promise.all([
      list(query),
      count('waiting'),
      count('sent'),
      count('given-up'),
    ]);
    return { mails: rows.map(toFacts), counts: { waiting, sent, 'given-up': givenUp } };
  });
  api.on(ENDPOINTS.retryMail, async ({ params: { key } }) => toFacts(await mails.retry(key)));
}
