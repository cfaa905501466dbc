import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a database that can be cut. */
export interface DatabaseLink {
  /** The database's address by way of this link. */
  readonly url: string;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Ends all connections; the next ones lead to another server. */
  turnTo(url: string): void;
}

export async function openDatabaseLink(target: string): Promise<DatabaseLink> {
  const open = new Set<Socket>();
  let to = new URL(target);
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    const { hostname, port: targetPort } = to;
    const database = connect(Number(targetPort), hostname);
    for (const [from, into] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from);
      from.on('error', () => from.destroy());
      from.once('close', () => {
        open.delete(from);
        into.destroy();
      });
      from.pipe(into);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        end();
      }),
    mend: () => listen(port),
    turnTo(address) {
      to = new URL(address);
      end();
    },
  };
}
