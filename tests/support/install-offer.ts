import type { Page } from 'playwright-core';

/** Makes the pages of a tab take the device for an iPhone, whose users are offered the installation. */
export async function pretendIPhone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperties(navigator, { standalone: { value: false }, maxTouchPoints: { value: 5 } });
  });
}

/** The offer to install, hidden or not. */
export const installOffer = (page: Page) =>
  page.getByRole('complementary', { name: 'Install the store', includeHidden: true });
