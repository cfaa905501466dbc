import type { Page } from 'playwright-core';

/** Waits until the app has hydrated the page; before that, links navigate with a page load. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[data-not-live]').first().waitFor({ state: 'detached' });
}
