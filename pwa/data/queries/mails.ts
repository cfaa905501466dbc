import { MAIL_ROUTES, type MailFacts, type MailList, type MailState } from '#shared/api/mail-routes.ts';
import type { AppStore } from '../app-store.ts';
import { pageClient } from '../sync/page-client.ts';

/** How many mails one view lists. */
export const LISTED_MAILS = 200;

/** The newest mails in a state. @throws AppError */
export function fetchMails(app: AppStore, state: MailState): Promise<MailList> {
  return pageClient(app).call(MAIL_ROUTES.mails, { query: { state, limit: LISTED_MAILS } });
}

/** The mails about a document, newest first. @throws AppError */
export function fetchMailsAbout(app: AppStore, about: string): Promise<MailList> {
  return pageClient(app).call(MAIL_ROUTES.mails, { query: { about, limit: LISTED_MAILS } });
}

/** @throws AppError when it was sent meanwhile, or its link has expired */
export function retryMail(app: AppStore, key: string): Promise<MailFacts> {
  return pageClient(app).call(MAIL_ROUTES.retryMail, { params: { key } });
}
