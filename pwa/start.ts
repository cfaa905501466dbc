import './ui/layers.css';
import { PAGE_DATA_ID } from '#shared/api/render.ts';
import { GOOGLE_END_PAGE } from '#shared/api/google-end-page.ts';
import { afterPaint } from './after-paint.ts';
import { findScreen } from './app/screens.ts';
import { importPart } from './import-part.ts';
import { nextTask } from './pause.ts';

/** Longest delay of the app's start. */
const LONGEST_MS = 3000;

void start();

/**
 * Starts the app. A server-rendered page is read before it is used, so its styles, fonts and pictures load before the
 * app's code. Any other page has nothing to show without that code.
 */
async function start(): Promise<void> {
  if (location.pathname === GOOGLE_END_PAGE) {
    // Without it this window goes on as if it were the only one. Its screen needs it too, and reports a failure.
    const google = await import('./data/session/google-window.ts').catch(() => undefined);
    await google?.endGoogleWindow();
  }
  if (document.getElementById(PAGE_DATA_ID)) {
    await Promise.race([untilShown(), untilTouched()]);
    // The browser's first text comparison takes longer than the rest of the app's start. The store and the lists need
    // it, so trigger it here, in a task of its own.
    await nextTask();
    'a'.localeCompare('b');
    await nextTask();
  }
  // Imported first and alone, so that it is evaluated in a task of its own.
  import('react-dom/client').catch(() => undefined);
  // Load the app and its first screen in parallel. A failure is reported where the module is needed.
  findScreen(location.pathname)().catch(() => undefined);
  const { showApp } = await importPart(() => import('./main.tsx'));
  // Evaluating the app's code and starting it are long tasks: yield in between.
  await nextTask();
  showApp();
}

/** Resolves once somebody uses a control, which must wait for the app. */
async function untilTouched(): Promise<void> {
  if (document.querySelector('[data-taken]')) return;
  await new Promise((resolve) => addEventListener('earlyinput', resolve, { once: true }));
}

async function untilShown(): Promise<void> {
  const isLate = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  const isLoaded = new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(undefined);
    else addEventListener('load', resolve, { once: true });
  });
  await Promise.race([isLoaded, isLate]);
  // A hidden tab doesn't paint.
  if (document.visibilityState === 'hidden') return;
  await Promise.race([firstContent(), isLate]);
}

/** Resolves once the first content is on the screen. */
function firstContent(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return afterPaint(resolve);
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}
