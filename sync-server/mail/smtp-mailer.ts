import type { Transporter } from 'nodemailer';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Log } from '#server/log.ts';
import { composeMail } from './compose-mail.ts';
import type { Mailer } from './mailer.ts';

const TIMEOUT_MS = 10_000;

export interface SmtpMailerOptions {
  /**
   * Like `smtp://user:password@mail.example:587`; `smtps:` for TLS from the first byte. With `smtp:` a server must offer
   * STARTTLS, unless it is on this machine.
   */
  readonly url: string;
  readonly senderAddress: string;
  readonly log: Log;
}

const NO_TLS =
  'mail not sent: the server of SMTP_URL offers no valid encryption, so it was sent neither password nor mail. ' +
  'Use a server with STARTTLS, or smtps://.';
const LOOPBACK = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;

/** Demands TLS; nodemailer lets the options of an address decide. */
function toSecureUrl(given: string): string {
  const url = new URL(given);
  if (url.protocol === 'smtps:' || LOOPBACK.test(url.hostname)) return given;
  url.searchParams.delete('ignoreTLS');
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Sends messages through a mail server. */
export function createSmtpMailer({ url, senderAddress, log }: SmtpMailerOptions): Mailer {
  let opening: Promise<Transporter> | undefined;

  /** Loaded with the first message: most server starts send none. */
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: toSecureUrl(url),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  return {
    async send(mail) {
      const composed = composeMail(mail, senderAddress);
      try {
        const transport = await (opening ??= open());
        const { messageId } = (await transport.sendMail({ ...composed })) as { messageId: string };
        log.info({ messageId, subject: composed.subject }, 'mail sent');
      } catch (cause) {
        if ((cause as { code?: unknown }).code === 'ETLS') log.error({ part: 'mail' }, NO_TLS);
        throw new AppError('unavailable', 'The mail could not be sent. Try again later.', { cause });
      }
    },
    close: () => void opening?.then((transport) => transport.close()),
  };
}
