import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#server/log.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { composeMail } from './compose-mail.ts';
import type { Mailer } from './mailer.ts';

export interface FileMailerOptions {
  /** Created if missing, readable only by the server's user. */
  readonly folder: string;
  readonly senderAddress: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes each message as an `.eml` file that any mail program opens, and logs its path. */
export function createFileMailer({ folder, senderAddress, clock, log }: FileMailerOptions): Mailer {
  return {
    async send(mail) {
      const composed = composeMail(mail, senderAddress);
      const time = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
      const file = join(folder, `${time}-${createId()}.eml`);
      try {
        const { createTransport } = await import('nodemailer');
        const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
        const { message } = await transport.sendMail({ ...composed });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(file, message as Buffer, { flag: 'wx', mode: 0o600 });
      } catch (cause) {
        throw new AppError('unavailable', 'The mail could not be written to the data folder.', { cause });
      }
      log.info({ file, subject: composed.subject }, 'mail written to a file, because SMTP_URL is not set');
    },
  };
}
