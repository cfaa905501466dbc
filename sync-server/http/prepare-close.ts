import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests in flight may take once the server stops. */
const GRACE_MS = 10_000;

/**
 * Tracks a server's requests so that it can shut down gracefully: it accepts no new connections, closes each connection
 * after the response in flight, and cuts the rest after ten seconds.
 * @returns a function that closes the server
 */
export function prepareClose(server: Server): () => Promise<void> {
  /**
   * The newest response of each connection. By connection, because Node does not close the responses that wait behind
   * another one when it ends.
   */
  const inFlight = new Map<Socket, ServerResponse>();
  let isClosing = false;

  server.on('connection', (socket) => socket.once('close', () => inFlight.delete(socket)));
  // Runs before the handler, while the response's headers can still change.
  server.prependListener('request', ({ socket }, response) => {
    inFlight.set(socket, response);
    if (isClosing) response.shouldKeepAlive = false;
    response.once('close', () => {
      if (inFlight.get(socket) === response) inFlight.delete(socket);
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });

  return async () => {
    isClosing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const response of inFlight.values()) response.shouldKeepAlive = false;
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(cut);
  };
}
