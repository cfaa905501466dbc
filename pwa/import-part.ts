import { isBrowserOnline } from './data/is-browser-online.ts';
import { hasUnsavedInput, whenSaved } from './data/store/unfinished-work.ts';
import { pause } from './pause.ts';

const KEY = 'nankeen.reloadedAt';
/** Shortest time between two reloads, so that a page that keeps failing doesn't reload in a loop. */
const MIN_INTERVAL_MS = 60_000;

export interface ReloadOptions {
  /** Storage of this tab only. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  /** Whether a reload would lose what a person chose or typed. */
  readonly hasUnsavedInput: () => boolean;
  /** Whether all is saved that was being saved. */
  readonly isReady: () => Promise<boolean>;
  readonly reload: () => void;
}

/**
 * Reloads the page because a part of the app can't be fetched: the server has a newer version, or the connection is bad.
 * At most once a minute, and never while that would lose anything.
 * @returns whether it reloads
 */
export async function reloadOnce({
  storage,
  now,
  hasUnsavedInput: hasUnsaved,
  isReady,
  reload,
}: ReloadOptions): Promise<boolean> {
  try {
    const last = Number(storage().getItem(KEY) ?? 0);
    // Input that needed the part may have been given up by the second look, and other input may have begun.
    if (hasUnsaved() || now() - last < MIN_INTERVAL_MS) return false;
    if (!(await isReady()) || hasUnsaved()) return false;
    storage().setItem(KEY, String(now()));
  } catch {
    // Without storage a repeated failure looks like the first one, and the page would reload in a loop.
    return false;
  }
  reload();
  return true;
}

/** How long a server that doesn't answer delays the error. */
const REACHABLE_MS = 5000;

/** The attempt to reload that is under way, or that succeeded. */
let reloading: Promise<boolean> | undefined;

function reloadPage(): Promise<boolean> {
  reloading ??= reloadOnce({
    storage: () => sessionStorage,
    now: () => Date.now(),
    hasUnsavedInput,
    isReady: whenSaved,
    reload: () => location.reload(),
  }).then((isReloading) => {
    if (!isReloading) reloading = undefined;
    return isReloading;
  });
  return reloading;
}

function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(REACHABLE_MS);
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** How long the error waits for a reload, which a person can stop. */
const RELOAD_MS = 10_000;

/** Waits for a server that is gone for moments, such as one that restarts. */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000];

/**
 * Imports a part of the app. If it can't be fetched, it is asked for once more, because the response may have been cut. Then
 * the page reloads if the server can be reached, see `reloadOnce`; if it can't, the part is asked for again after each wait.
 * @throws what the last attempt threw, if the page doesn't reload
 */
export async function importPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const waits = [...WAITS_MS];
  for (;;) {
    try {
      return await load().catch(load);
    } catch (error) {
      const isThere = await isReachable();
      if (isThere && (await reloadPage())) await pause(RELOAD_MS);
      const waitMs = waits.shift();
      if (isThere || waitMs === undefined || !isBrowserOnline()) throw error;
      await pause(waitMs);
    }
  }
}
