import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileMailer } from '#server/mail/file-mailer.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';
import { createSmtpMailer } from '#server/mail/smtp-mailer.ts';
import { silentLog } from '../../tests/support/silent-log.ts';
import { systemClock } from '#shared/kernel/clock.ts';

const SENDER = 'hello@nankeen.example';
const MAIL: Mail = {
  to: 'pilot@example.com',
  subject: 'Your order',
  text: 'Thank you — Käthe.\r\nSee you.',
  messageId: '<1@nankeen.example>',
};
const { signal } = new AbortController();

let folder: string;
let mailer: Mailer;
const logged: object[] = [];
const log = { ...silentLog, info: (facts: object) => void logged.push(facts) };

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'nankeen-mail-')), 'mail');
  mailer = createFileMailer({ folder, senderAddress: SENDER, clock: systemClock, log });
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const files = () => readdirSync(folder).map((name) => join(folder, name));
const headersOf = (message: string) => message.slice(0, message.indexOf('\r\n\r\n'));

describe('mail written to files', () => {
  it('[R-AUT-07] a message without a mail server becomes a private file whose path is logged', async () => {
    await mailer.send(MAIL, signal);
    const [file] = files();
    const message = readFileSync(file ?? '', 'utf8');
    expect(message).toContain('To: pilot@example.com');
    expect(message).toContain(`From: Nankeen <${SENDER}>`);
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600);
    expect(logged.at(-1)).toMatchObject({ file });
  });

  const INJECTIONS = [
    '\r\nBcc: x@evil.example',
    '\nBcc: x@evil.example',
    '\rBcc: x@evil.example',
    '\u2028Bcc: x@evil.example',
    '\0\r\n\r\nbody',
  ];

  it.each(INJECTIONS)('[T38] a line break in a subject adds no header: %j', async (injection) => {
    await mailer.send({ ...MAIL, subject: `Hello${injection}` }, signal);
    const headers = headersOf(readFileSync(files()[0] ?? '', 'utf8'));
    expect(headers).not.toMatch(/^bcc:/im);
    expect(headers.match(/^to:/gim)).toHaveLength(1);
  });

  it.each([...INJECTIONS, ', other@evil.example', '; other@evil.example', ' <other@evil.example>', '"'])(
    '[T38] a recipient that is not one plain address is rejected: %j',
    async (injection) => {
      const sent = mailer.send({ ...MAIL, to: `pilot@example.com${injection}` }, signal);
      await expect(sent).rejects.toMatchObject({ code: 'invalid-argument', path: 'to' });
    },
  );
});

describe('mail sent through a mail server', () => {
  it('[R-AUT-07] a message reaches the mail server for its one recipient, with its text intact', async () => {
    const received: { to: string[]; message: string }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
        stream.on('end', () => {
          received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            message: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const smtp = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, senderAddress: SENDER, log });
    await smtp.send({ ...MAIL, subject: 'Order\r\nBcc: x@evil.example' }, signal);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['pilot@example.com']);
    expect(headersOf(received[0]?.message ?? '')).not.toMatch(/^bcc:/im);
  });

  /** A mail server that records what it receives. 0.0.0.0 reaches it too, but doesn't count as this machine. */
  async function startServer(options: SMTPServerOptions) {
    const heard: string[] = [];
    const server = new SMTPServer({
      ...options,
      onAuth({ username = '' }, { secure }, done) {
        heard.push(`${username} ${secure ? 'encrypted' : 'in the clear'}`);
        done(null, { user: username });
      },
      onMailFrom(_address, _session, done) {
        heard.push('mail');
        done();
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
    return { heard, port, stop };
  }

  it.each(['', '?ignoreTLS=true', '?requireTLS=false'])(
    '[T50] a mail server without encryption gets no password and no mail, address options %j',
    async (query) => {
      const { heard, port, stop } = await startServer({ disabledCommands: ['STARTTLS'] });
      const errors: string[] = [];
      const smtp = createSmtpMailer({
        url: `smtp://shop:secret@0.0.0.0:${port}${query}`,
        senderAddress: SENDER,
        log: { ...silentLog, error: (_facts: object, text: string) => void errors.push(text) },
      });
      await expect(smtp.send(MAIL, signal)).rejects.toMatchObject({ code: 'unavailable' });
      await stop();
      expect(heard).toEqual([]);
      expect(errors).toEqual([expect.stringContaining('Use a server with STARTTLS, or smtps://')]);
    },
  );

  it.each([
    ['with STARTTLS', {}, '0.0.0.0', '?tls.rejectUnauthorized=false', 'shop encrypted'],
    [
      'on this machine',
      { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      '127.0.0.1',
      '',
      'shop in the clear',
    ],
  ])('[T50] a mail server %s is given password and mail', async (_what, options, host, query, signIn) => {
    const { heard, port, stop } = await startServer(options);
    const url = `smtp://shop:secret@${host}:${port}${query}`;
    const smtp = createSmtpMailer({ url, senderAddress: SENDER, log });
    await smtp.send(MAIL, signal);
    await stop();
    expect(heard).toEqual([signIn, 'mail']);
  });

  it('[R-AUT-07] an unreachable mail server is reported as unavailable', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    const smtp = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, senderAddress: SENDER, log });
    await expect(smtp.send(MAIL, signal)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
