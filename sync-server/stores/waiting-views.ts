import { toDay, VIEW_DAYS, type PageViews } from '#server/page-views.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a view may be only in memory. */
const FLUSH_MS = 1000;

/** Views of a page on a day. */
export interface DayViews {
  readonly day: string;
  readonly page: string;
  readonly count: number;
}

/**
 * Collects page views. Anybody can add one, so it does not wait for the store: all views of one second are written at
 * once. Those that could not be written stay in memory, and the next write has them, too.
 * @param write adds views to the stored ones, and removes those from before `firstDay`
 */
export function createWaitingViews(
  write: (views: readonly DayViews[], firstDay: string) => Promise<unknown>,
): Pick<PageViews, 'add' | 'flush'> {
  /** By day and page. */
  const waiting = new Map<string, DayViews>();
  let firstDay = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note({ day, page, count }: DayViews): void {
    const known = waiting.get(`${day} ${page}`)?.count ?? 0;
    waiting.set(`${day} ${page}`, { day, page, count: known + count });
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const views = [...waiting.values()];
    if (views.length === 0) return;
    waiting.clear();
    try {
      await write(views, firstDay);
    } catch {
      for (const one of views) note(one);
    }
  }

  return {
    add(page, at) {
      note({ day: toDay(at), page, count: 1 });
      firstDay = toDay(at - VIEW_DAYS * DAY_MS);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
  };
}
