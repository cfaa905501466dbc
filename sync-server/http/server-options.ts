/** Limits of the HTTP server, all but the last two Node's own. Times are in milliseconds. */
export const SERVER_OPTIONS = {
  /** For all request headers. */
  headersTimeout: 10_000,
  /** For headers and body. A device that hits this limit on a slow link sends smaller batches. */
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  /** Bytes. */
  maxHeaderSize: 16_384,
  /** For a reader that takes nothing of its response. */
  readerTimeout: 30_000,
  /** For a reader of what is ready, from its last byte written. */
  sendTimeout: 90_000,
};

/** Maximum number of open connections besides streams. */
export const OTHER_CONNECTIONS = 2_000;

/**
 * Connections that may wait to be accepted. Node's default is 511: when thousands of devices reconnect at once, the
 * system drops the others, and their next attempts come up to a minute later.
 */
export const BACKLOG = 4_096;
