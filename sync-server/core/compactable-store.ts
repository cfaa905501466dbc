/** What one step of compaction removes. Times are epoch milliseconds. */
export interface CompactionStep {
  /** Deleted documents, evictions, verdicts and refusals from before are removed, the documents with their history. */
  readonly before: number;
  /** Collections whose history and refusals outlive their deleted documents … */
  readonly keptCollections: readonly string[];
  /** … until this time. */
  readonly keptBefore: number;
  /** The most of each kind that one step removes. */
  readonly limit: number;
}

/** An entry whose content is no longer what was stored. */
export interface DamagedEntry {
  readonly collection: string;
  readonly id: string;
  readonly at: string;
}

export interface Inspection {
  readonly damaged: readonly DamagedEntry[];
  /** Sequence of the last entry looked at; `undefined` when there was none. */
  readonly last: number | undefined;
}

/** The part of a store that forgets, and that looks after what it holds. */
export interface CompactableStore {
  /** Removes in one transaction and moves the purge horizon along. @returns how many rows went; 0 when nothing is left */
  compact(step: CompactionStep): Promise<number>;
  /**
   * The time to forget by, remembered over restarts: `now`, but at most `longestLeapMs` later than when it was last
   * asked, however far the clock has leapt meanwhile.
   */
  clampClock(now: number, longestLeapMs: number): Promise<number>;
  /** Reads the next entries after a sequence, so many at most, and compares them with their checksums. */
  inspect(after: number, limit: number): Promise<Inspection>;
}
