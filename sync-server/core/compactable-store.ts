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

/** The part of a store that forgets. */
export interface CompactableStore {
  /** Removes in one transaction and moves the purge horizon along. @returns how many rows went; 0 when nothing is left */
  compact(step: CompactionStep): Promise<number>;
  /**
   * The time to forget by, remembered over restarts: `now`, but at most `longestLeapMs` later than when it was last
   * asked, however far the clock has leapt meanwhile.
   */
  paceTime(now: number, longestLeapMs: number): Promise<number>;
}
