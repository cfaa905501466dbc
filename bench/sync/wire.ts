import type { BenchDocument } from './bench-document.ts';
import type { Headers, HttpCall } from './http-client.ts';
import type { ServerProcess } from '../support/server-process.ts';

/** How a contestant is spoken to: every measure goes through it, so that all are measured by the same code. */
export interface Wire {
  readonly server: ServerProcess;
  /** What a device pulls when it reconnects; the first one holds the documents. */
  readonly collections: readonly string[];
  readonly reader: Headers;
  /** Who may edit what is pushed; only we can be spoken to by our own engine. */
  readonly writer?: Headers;
  push(documents: readonly BenchDocument[]): HttpCall;
  /** Why an answer to a push of `count` documents isn't a full success. */
  findPushFault(answer: string, count: number): string | undefined;
  pull(request: PullRequest): HttpCall;
  /** Where a page ends; found without parsing the documents. */
  readCheckpoint(page: string): string;
  readIds(page: string): readonly string[];
  /** A stream of its own device: a server may limit how many one device holds. */
  stream(): HttpCall;
  /** The stream of a device that has had one before, which began with this text. The same unless it says otherwise. */
  streamAgain?(greeting: string): HttpCall;
  /** What a device pulls when such a stream has begun with this text; everything unless it says otherwise. */
  readNews?(greeting: string): readonly string[];
  isNews(text: string): boolean;
  /** News carry the documents themselves: a reader needs no pull. */
  readonly isNewsComplete: boolean;
}

export interface PullRequest {
  readonly collection: string;
  /** Empty for the beginning. */
  readonly position: string;
  readonly limit: number;
}

export interface Contestant {
  readonly name: string;
  readonly about: string;
  start(): Promise<Wire>;
}
