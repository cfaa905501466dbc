import { isMailAddress } from '#shared/domain/mail-address.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Mail } from './mailer.ts';

const MAX_SUBJECT = 200;

/** Message fields for nodemailer. User input can't add a header, a recipient or a file. */
export interface ComposedMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
}

/** @throws AppError `invalid-argument` unless `to` is exactly one plain address */
export function composeMail(mail: Mail, senderAddress: string): ComposedMail {
  if (!isMailAddress(mail.to)) {
    throw new AppError('invalid-argument', 'That is not an email address.', {
      path: 'to',
    });
  }
  return {
    from: { name: 'Nankeen', address: senderAddress },
    to: { name: '', address: mail.to },
    subject: mail.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, MAX_SUBJECT),
    text: mail.text,
    messageId: mail.messageId,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
