import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * `silent`: takes connections and never says a word. `slow`: begins its greeting and never ends it, a few bytes at a time.
 * `closing`: closes the connection when it has the whole mail, before it says whether it takes it.
 */
export type MailServerMood = 'accepting' | 'refusing' | 'silent' | 'slow' | 'closing';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly message: string;
}

/** A real mail server on this machine, which can be told how to behave. */
export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  mood: MailServerMood;
  /** Mails it has taken. */
  readonly taken: readonly ReceivedMail[];
  /** Mails it has read to the end, taken or not. */
  readonly read: readonly ReceivedMail[];
  /** Connections that are open now. */
  openConnections(): number;
  stop(): Promise<void>;
}

const DRIP_MS = 20;

export async function startMailServer(mood: MailServerMood = 'accepting'): Promise<MailServer> {
  const taken: ReceivedMail[] = [];
  const read: ReceivedMail[] = [];
  const open = new Set<Socket>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      done(state.mood === 'refusing' ? refusal(address) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail = { to, message: Buffer.concat(chunks).toString() };
        read.push(mail);
        if (state.mood === 'closing') {
          for (const socket of open) socket.destroy();
          return;
        }
        taken.push(mail);
        done();
      });
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve));
  const inner = (smtp.server.address() as AddressInfo).port;

  // In front of it, because a mail server always greets.
  const front = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    if (state.mood === 'silent') return void socket.resume();
    if (state.mood === 'slow') return drip(socket);
    const onward = connect(inner, '127.0.0.1');
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve));

  const state: MailServer = {
    url: `smtp://127.0.0.1:${(front.address() as AddressInfo).port}`,
    mood,
    taken,
    read,
    openConnections: () => open.size,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => front.close(resolve));
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
  return state;
}

function refusal(address: string): Error {
  return Object.assign(new Error(`5.1.1 <${address}> No such mailbox`), { responseCode: 550 });
}

/** Lines of a greeting that goes on, so that no pause is long. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('220-Wait\r\n'), DRIP_MS);
  socket.on('close', () => clearInterval(timer)).resume();
}
