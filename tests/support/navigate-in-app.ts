import type { Page } from 'playwright-core';
import { waitUntilHydrated } from './wait-until-hydrated.ts';

/** Goes to another page as a link in the app does, without loading the document again, and waits until it is shown. */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await waitUntilHydrated(page);
  const left = await page.evaluateHandle((to) => {
    const heading = document.querySelector('h1');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return heading;
  }, path);
  await page.waitForFunction((heading) => heading?.isConnected !== true, left);
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
}
