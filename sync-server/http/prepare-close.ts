import type { Server, ServerResponse } from 'node:http';

/** What is being answered when the server is to stop gets this long. */
const LAST_ANSWERS_MS = 10_000;

/**
 * Watches a server so that it can be closed gently: no new connections, what is under way is answered and its connection
 * closed after it, and whatever is left after ten seconds is cut. @returns how to close it
 */
export function prepareClose(server: Server): () => Promise<void> {
  const answering = new Set<ServerResponse>();
  let isClosing = false;

  // Ahead of the handler, so that the answer's headers aren't written yet.
  server.prependListener('request', (_request, response) => {
    answering.add(response);
    if (isClosing) response.shouldKeepAlive = false;
    response.once('close', () => {
      answering.delete(response);
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });

  return async () => {
    isClosing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const response of answering) response.shouldKeepAlive = false;
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
    await closed;
    clearTimeout(cut);
  };
}
