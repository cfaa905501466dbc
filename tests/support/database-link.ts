import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a database that can be cut. */
export interface DatabaseLink {
  /** The database's address by way of this link. */
  readonly url: string;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openDatabaseLink(target: string): Promise<DatabaseLink> {
  const open = new Set<Socket>();
  const { hostname, port: targetPort } = new URL(target);
  const server = createServer((client) => {
    const database = connect(Number(targetPort), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from);
      from.on('error', () => from.destroy());
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
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
        for (const socket of open) socket.destroy();
      }),
    mend: () => listen(port),
  };
}
