import type { BenchDocument } from './bench-document.ts';
import type { Headers, HttpCall } from './http-client.ts';
import type { ServerProcess } from '../support/server-process.ts';

/** A client for a contestant's protocol, so the same code measures all contestants. */
export interface Wire {
  readonly server: ServerProcess;
  /** Addresses of the nodes that callers are spread over; the server's own by default. */
  readonly origins?: readonly string[];
  /** Collections a device pulls when it reconnects; the first one has the documents. */
  readonly collections: readonly string[];
  readonly reader: Headers;
  /** Headers of a client that may edit the documents; only needed for our own engine. */
  readonly writer?: Headers;
  push(documents: readonly BenchDocument[]): HttpCall;
  /** @returns why the response to a push of `count` documents isn't a full success, if it isn't */
  findPushFault(response: string, count: number): string | undefined;
  pull(request: PullRequest): HttpCall;
  /** Reads a page's checkpoint without parsing its documents. */
  readCheckpoint(page: string): string;
  readIds(page: string): readonly string[];
  /** Opens a stream as a new device, since a server may limit streams per device. */
  stream(): HttpCall;
  /** Reopens a stream whose first one began with this text. `stream` by default. */
  reconnect?(greeting: string): HttpCall;
  /** The collections to pull after a reconnected stream began with this text. All by default. */
  readChangedCollections?(greeting: string): readonly string[];
  /** Whether a stream's text announces a change. */
  isChange(text: string): boolean;
  /** Whether the stream always carries the documents. Otherwise a reader pulls where a change came without them. */
  readonly hasDocumentsInStream: boolean;
}

export interface PullRequest {
  readonly collection: string;
  /** Empty to start from the beginning. */
  readonly checkpoint: string;
  readonly limit: number;
}

/** The node of a caller. */
export function originOf({ server, origins = [server.origin] }: Wire, caller: number): string {
  return origins[caller % origins.length] ?? server.origin;
}

export interface Contestant {
  readonly name: string;
  readonly about: string;
  start(): Promise<Wire>;
}
