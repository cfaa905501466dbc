import type { Page } from 'playwright-core';

/** Makes the page's processor so many times slower, as on a phone. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/** Follows what the next pages' interactions cost; called before the first of them is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const interactions = new Map<number, number>();
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId)
          interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    Object.assign(globalThis, { interactions });
  });
}

/**
 * What the present page's interactions cost, each from the press to the paint that follows, in milliseconds; those below
 * 16 ms are left out.
 */
export async function readInteractions(page: Page): Promise<readonly number[]> {
  await whenPainted(page);
  return page.evaluate(() => {
    const { interactions } = globalThis as unknown as { interactions: Map<number, number> };
    return [...interactions.values()];
  });
}

/** Waits until what was just done shows. */
export async function whenPainted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** @returns the smallest value that so large a share of all values doesn't exceed, e.g. 0.5 for the median */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
