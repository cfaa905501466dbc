/** What one step of compaction removes. Times are epoch milliseconds. */
export interface CompactionStep {
  /** Removes deleted documents with their history, evictions and verdicts from before this time. */
  readonly before: number;
  /** Removes rejections from before this time. */
  readonly rejectionsBefore: number;
  /** Removes devices that were last seen before this time, own nothing and are not blocked. */
  readonly devicesBefore: number;
  /** Removes payments that began before this time and can no longer be paid, and events handled before it. */
  readonly paymentsBefore: number;
  /** Collections that keep the history of their deleted documents … */
  readonly keptCollections: readonly string[];
  /** … until this time. */
  readonly keptBefore: number;
  /** Maximum number of rows of each kind per step. */
  readonly limit: number;
}

/** A history entry whose content no longer matches its checksum. */
export interface DamagedEntry {
  readonly collection: string;
  readonly id: string;
  readonly at: string;
}

export interface Inspection {
  readonly damaged: readonly DamagedEntry[];
  /** Sequence of the last entry read; `undefined` when there was none. */
  readonly last: number | undefined;
}

/** The maintenance part of a store: compaction and integrity checks. */
export interface CompactableStore {
  /**
   * Removes rows and advances the purge horizon in one transaction.
   * @returns how many rows were removed; 0 when none are left
   */
  compact(step: CompactionStep): Promise<number>;
  /**
   * The time to compact by, persisted across restarts: `now`, but at most `longestLeapMs` later than at the last call.
   * So a clock that jumps ahead does not purge everything at once.
   */
  clampClock(now: number, longestLeapMs: number): Promise<number>;
  /** Verifies the checksums of up to `limit` entries after a sequence. */
  inspect(after: number, limit: number): Promise<Inspection>;
}
