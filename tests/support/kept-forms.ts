import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the device has on disk of all forms. */
export function readKept(page: Page): Promise<readonly Record<string, unknown>[]> {
  return page.evaluate(async () => {
    // Opening a database that isn't there would make an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'nankeen-forms')) return [];
    const opening = indexedDB.open('nankeen-forms');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const database = opening.result;
    const reading = database.transaction('inputs').objectStore('inputs').getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    database.close();
    return (reading.result as { content: Record<string, unknown> }[]).map(({ content }) => content);
  });
}

/** Waits until a text that was typed is on disk. */
export async function whenKept(page: Page, text: string): Promise<void> {
  await expect.poll(async () => JSON.stringify(await readKept(page))).toContain(text);
}
