import type { Transporter } from 'nodemailer';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Log } from '#server/log.ts';
import { composeMail } from './compose-mail.ts';
import type { Mailer } from './mailer.ts';

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
    return createTransport({ url: toSecureUrl(url) });
  }

  return {
    async send(mail, signal) {
      const composed = composeMail(mail, senderAddress);
      try {
        const transport = await (opening ??= open());
        await transport.sendMail({ ...composed, signal });
      } catch (cause) {
        if ((cause as { code?: unknown }).code === 'ETLS') log.error({ part: 'mail' }, NO_TLS);
        throw new AppError('unavailable', toReason(cause, signal), { cause });
      }
    },
  };
}

const CHECK_MS = 10_000;

/** Connects to a mail server and signs in, without sending anything. @returns why that fails, in the server's words */
export async function findMailProblem(url: string): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: toSecureUrl(url),
    connectionTimeout: CHECK_MS,
    greetingTimeout: CHECK_MS,
    socketTimeout: CHECK_MS,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (cause) {
    return toWords(cause);
  } finally {
    transport.close();
  }
}

function toReason(cause: unknown, { aborted }: AbortSignal): string {
  return aborted ? 'The mail server did not answer in time.' : toWords(cause);
}

function toWords(cause: unknown): string {
  const { response, message } = cause as { readonly response?: string; readonly message: string };
  return (response ?? message).replaceAll(/\s+/g, ' ');
}
