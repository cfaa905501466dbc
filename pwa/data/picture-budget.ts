import { whenIdle } from '#pwa/when-idle.ts';
import { createCacheBudget } from './cache-budget.ts';
import { logNotice } from './log.ts';
import { trimPictures } from './picture-cache.ts';

/** What the worker says when it has kept another picture, see `service-worker/tell-kept.ts`. */
const KEPT = 'PICTURE_KEPT';

let isWaiting = false;
let last: Promise<void> = Promise.resolve();

/** Keeps the pictures on this device within their budget: now, and after every picture that this page brings along. */
export function keepPictureBudget(): void {
  if (!('caches' in globalThis) || navigator.storage?.estimate === undefined) return;
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if ((data as { type?: string } | null)?.type === KEPT) trimSoon();
  });
  trimSoon();
}

/** Pictures that come together are counted together, once the page has nothing else to do. */
function trimSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  whenIdle(() => {
    isWaiting = false;
    last = last.then(trim);
  });
}

/** Never throws: pictures that are too many now are as many the next time. */
async function trim(): Promise<void> {
  await trimPictures(createCacheBudget(), caches, () => navigator.storage.estimate()).catch(
    (error: unknown) => logNotice('The pictures on this device could not be counted.', error),
  );
}
