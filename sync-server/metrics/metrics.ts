import type { VerdictKind } from '#shared/sync/messages.ts';

/** What is told of one page that a device has pulled. */
export interface PulledPage {
  readonly documents: number;
  readonly bytes: number;
  /** How many sequences the device stood behind; `undefined` for a first pull. */
  readonly lag: number | undefined;
  /** Who pulled, and up to which sequence; `undefined` for callers without a device. */
  readonly device: string | undefined;
  readonly sequence: number;
}

/** Counts what the server does. */
export interface Metrics {
  pushed(verdicts: readonly { readonly verdict: VerdictKind }[]): void;
  pulled(page: PulledPage): void;
  /** From a commit's call to its being on disk, or to its failure. */
  committed(seconds: number): void;
  /** A page was opened by somebody who agreed to be counted. @param page its pattern */
  viewed(page: string): void;
}

/** What is looked up at the moment somebody asks. */
export interface MetricSources {
  /** Epoch milliseconds. */
  now(): number;
  sequence(): Promise<number>;
  openStreams(): number;
  walBytes(): number;
  isDegraded(): boolean;
}
