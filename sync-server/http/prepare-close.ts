import type { Server, ServerResponse } from 'node:http';

/** What is being answered when the server is to stop gets this long. */
const GRACE_MS = 10_000;

/**
 * Watches a server so that it can be closed gently: no new connections, what is under way is answered and its connection
 * closed after it, and whatever is left after ten seconds is cut. @returns how to close it
 */
export function prepareClose(server: Server): () => Promise<void> {
  const inFlight = new Set<ServerResponse>();
  let isClosing = false;

  // Ahead of the handler, so that the answer's headers aren't written yet.
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
