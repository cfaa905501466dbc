import type { VerdictKind } from '#shared/sync/messages.ts';

/** Metrics of one pulled page. */
export interface PulledPage {
  readonly documents: number;
  readonly bytes: number;
  /** How many sequences the device was behind; `undefined` for a first pull. */
  readonly lag: number | undefined;
  /** The device that pulled; `undefined` for callers without one. */
  readonly device: string | undefined;
  /** The sequence up to which it has pulled. */
  readonly sequence: number;
}

/** `cached` and `uncached` were rendered, the latter for one response only; `skipped` was left to the browser. */
export type RenderResult = 'cached' | 'uncached' | 'skipped';

/** Records the server's activity. */
export interface Metrics {
  pushed(verdicts: readonly { readonly verdict: VerdictKind }[]): void;
  pulled(page: PulledPage): void;
  /** Time from a commit's call until it is on disk or has failed. */
  committed(seconds: number): void;
  /** A page view of a person who agreed to be counted. @param page its pattern */
  viewed(page: string): void;
  /** A page that was not in the cache. */
  rendered(result: RenderResult): void;
  /** One account or device has deleted many documents within a minute. */
  deletedMany(): void;
}

/** What a storage tells of itself. */
export interface StorageMetric {
  readonly name: `nankeen_${string}`;
  readonly help: string;
  /** A counter only grows while the process runs. */
  readonly kind: 'gauge' | 'counter';
  read(): number;
}

/** Values that are read when the metrics are rendered. */
export interface MetricSources {
  /** Epoch milliseconds. */
  now(): number;
  sequence(): number;
  openStreams(): number;
  pageCacheBytes(): number;
  /** Of what stores the data. */
  readonly storage: readonly StorageMetric[];
  /** Epoch milliseconds; `undefined` when there is no backup. */
  lastBackupAt(): Promise<number | undefined>;
  isDegraded(): boolean;
}
