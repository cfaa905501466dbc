import type { Page } from 'playwright-core';

/** Waits until the app has taken over what the server rendered: before that a link is an ordinary navigation. */
export async function waitUntilLive(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[data-not-live]').first().waitFor({ state: 'detached' });
}
