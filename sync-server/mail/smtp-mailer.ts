import { createTransport } from 'nodemailer';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Log } from '#server/log.ts';
import { composeMail } from './compose-mail.ts';
import type { Mailer } from './mailer.ts';

const TIMEOUT_MS = 10_000;

export interface SmtpMailerOptions {
  /** e.g. `smtp://user:password@mail.example:587`; `smtps:` for TLS from the first byte. */
  readonly url: string;
  readonly senderAddress: string;
  readonly log: Log;
}

/** Sends through a mail server. */
export function createSmtpMailer({ url, senderAddress, log }: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send(mail) {
      const composed = composeMail(mail, senderAddress);
      try {
        const { messageId } = await transport.sendMail({ ...composed });
        log.info({ messageId, subject: composed.subject }, 'mail sent');
      } catch (cause) {
        throw new AppError('unavailable', 'The mail could not be sent. Try again later.', { cause });
      }
    },
    close: () => transport.close(),
  };
}
