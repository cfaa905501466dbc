import type { Page } from 'playwright-core';

/** The files that a page's device keeps. */
export function readFileRecords(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.open('nankeen-files').addEventListener('success', ({ target }) => {
          const { result: database } = target as IDBOpenDBRequest;
          const all = database.transaction('records').objectStore('records').getAll();
          all.addEventListener('success', () => {
            database.close();
            resolve(all.result);
          });
        });
      }),
  );
}
