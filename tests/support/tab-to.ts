import type { Page } from 'playwright-core';

/** Presses Tab until an element with this label or text has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const own = element?.id ? document.querySelector(`label[for="${element.id}"]`) : null;
      const label = (own ?? element?.closest('label'))?.textContent;
      return element?.getAttribute('aria-label') || label || element?.textContent || '';
    });
    if (name.test(focused.trim())) return;
    seen.push(focused.trim().slice(0, 30));
  }
  throw new Error(`${name} can't be reached with Tab; these can: ${seen.join(' | ')}`);
}
