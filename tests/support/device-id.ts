import type { Page } from 'playwright-core';

/** The id under which the server knows a page's device; `undefined` before it has one. */
export function readDeviceId(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'nankeen-device');
    if (!isThere) return undefined;
    return new Promise<string | undefined>((resolve, reject) => {
      const opening = indexedDB.open('nankeen-device');
      opening.addEventListener('error', () => reject(new Error('The database can’t be opened.')));
      opening.addEventListener('success', () => {
        const found = opening.result.transaction('records').objectStore('records').get('installation');
        found.addEventListener('success', () => {
          opening.result.close();
          resolve((found.result as { fid: string } | undefined)?.fid);
        });
      });
    });
  });
}
