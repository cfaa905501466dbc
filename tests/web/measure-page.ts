import type { Page } from 'playwright-core';

/** Throttles the page's CPU. @param factor of the slowdown */
export async function throttleCpu(page: Page, factor: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: factor });
}

/** Records the interactions of all pages opened from now on. */
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
 * Durations of the current page's interactions since the last call, from input to next paint, in milliseconds. Those
 * below 16 ms are left out.
 */
export async function readInteractions(page: Page): Promise<readonly number[]> {
  await whenPainted(page);
  return page.evaluate(() => {
    const { interactions } = globalThis as unknown as { interactions: Map<number, number> };
    const durations = [...interactions.values()];
    interactions.clear();
    return durations;
  });
}

/** Waits for the next paint. */
export async function whenPainted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** Nearest-rank percentile. @param share e.g. 0.5 for the median @returns 0 without values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
