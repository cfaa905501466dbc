import { describe, expect, test } from 'vitest';
import type { PageViews } from '#server/page-views.ts';

const DAY_MS = 24 * 3_600_000;
const MORNING = Date.parse('2026-03-02T08:00:00.000Z');

/** The contract of every counter of page views. `create` returns an empty one. */
export function testPageViews(name: string, create: () => PageViews | Promise<PageViews>): void {
  describe(name, () => {
    test('[R-CAL-18] views are counted by page and day', async () => {
      const views = await create();
      for (const at of [MORNING, MORNING, MORNING + DAY_MS]) views.add('/a', at);
      views.add('/b', MORNING);
      expect(await views.count('/a', MORNING + 3_600_000)).toBe(3);
      expect(await views.count('/a', MORNING + DAY_MS)).toBe(1);
      expect(await views.count('/b', MORNING)).toBe(1);
      expect(await views.count('/c', 0)).toBe(0);
    });

    test('[R-CAL-18] views are forgotten after 400 days', async () => {
      const views = await create();
      views.add('/a', MORNING);
      views.add('/a', MORNING + 400 * DAY_MS);
      expect(await views.count('/a', 0)).toBe(2);
      views.add('/a', MORNING + 401 * DAY_MS);
      expect(await views.count('/a', 0)).toBe(2);
    });
  });
}
