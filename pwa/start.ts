import './ui/layers.css';
import { PAGE_DATA_ID } from '#shared/api/render.ts';
import { afterPaint } from './after-paint.ts';
import { reloadOnMissingParts } from './app/reload-once.ts';
import { findScreen } from './app/screens.ts';
import { nextTask } from './next-task.ts';

/** Longer than this nothing that is slow to come holds up the app. */
const LONGEST_MS = 3000;

reloadOnMissingParts();
void start();

/**
 * A page that comes rendered is read before it is used: its style, type and pictures go before the app's code, which
 * comes once they are shown. Any other page has nothing to show without it.
 */
async function start(): Promise<void> {
  if (document.getElementById(PAGE_DATA_ID)) {
    await untilShown();
    // The browser needs longer for the first two texts it compares than the app for everything it begins with. The store
    // and the lists compare: it is done here, as a task that holds up nothing.
    await nextTask();
    'a'.localeCompare('b');
    await nextTask();
  }
  // Asked for first and by itself, it runs in a task of its own.
  import('react-dom/client').catch(() => undefined);
  // Side by side: the app, and the screen that it will ask for. What can't be fetched is told where it is needed.
  findScreen(location.pathname)?.().catch(() => undefined);
  const app = import('./main.tsx');
  const { showApp } = await app;
  // To run the app's code and to begin with it are much work each.
  await nextTask();
  showApp();
}

async function untilShown(): Promise<void> {
  const isLate = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  const isLoaded = new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(undefined);
    else addEventListener('load', resolve, { once: true });
  });
  await Promise.race([isLoaded, isLate]);
  // Nothing is painted behind another tab.
  if (document.visibilityState === 'hidden') return;
  await Promise.race([firstContent(), isLate]);
}

/** Settles once the first content is on the screen: the frame it was drawn for is only on its way there. */
function firstContent(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return afterPaint(resolve);
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}
