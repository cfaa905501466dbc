/** Days that page views are kept for. */
export const VIEW_DAYS = 400;

/** Page views by day and page, without anything about the visitor. */
export interface PageViews {
  /** Counts a view in memory, to be written soon. @param page its pattern @param at epoch milliseconds */
  add(page: string, at: number): void;
  /** Views of a page on the days since then, that day included. @param since epoch milliseconds */
  count(page: string, since: number): Promise<number>;
  /** Writes views that are only in memory. */
  flush(): Promise<void>;
}

/** The day of an instant in UTC, `2026-03-02`. */
export function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
