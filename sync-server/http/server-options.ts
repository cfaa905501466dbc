/** How long Node's server waits for a request, in milliseconds, and how much of it is head. */
export const SERVER_OPTIONS = {
  /** For the whole head: whoever is slower only holds a connection. */
  headersTimeout: 10_000,
  /** For head and body; a device on a slow link sends smaller batches after as long. */
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  /** Bytes. */
  maxHeaderSize: 16_384,
};

/** Connections that may be open beside those of the streams. */
export const OTHER_CONNECTIONS = 2_000;
