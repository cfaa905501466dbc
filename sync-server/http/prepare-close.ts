import type { Server, ServerResponse } from 'node:http';

/** How long requests in flight may take once the server stops. */
const GRACE_MS = 10_000;

/**
 * Tracks a server's requests so that it can shut down gracefully: it accepts no new connections, closes each connection
 * after the response in flight, and cuts the rest after ten seconds.
 * @returns a function that closes the server
 */
export function prepareClose(server: Server): () => Promise<void> {
  const inFlight = new Set<ServerResponse>();
  let isClosing = false;

  // Runs before the handler, while the response's headers can still change.
  server.prependListener('request', (_request, response) => {
    inFlight.add(response);
    if (isClosing) response.shouldKeepAlive = false;
    response.once('close', () => {
      inFlight.delete(response);
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });

  return async () => {
    isClosing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const response of inFlight) response.shouldKeepAlive = false;
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(cut);
  };
}
