import { hasUnsavedInput, whenSaved } from './data/store/unfinished-work.ts';

const KEY = 'nankeen.reloadedAt';
/** Shortest time between two reloads, so that a page that keeps failing doesn't reload in a loop. */
const MIN_INTERVAL_MS = 60_000;

export interface ReloadOptions {
  /** Storage of this tab only. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  /** Whether a reload would lose what a person chose or typed. */
  readonly hasUnsavedInput: () => boolean;
  /** Whether the server can be reached, and all is saved that was being saved. */
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
    isReady: async () => (await isReachable()) && (await whenSaved()),
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

/**
 * Imports a part of the app. If it can't be fetched, it is asked for once more, because the response may have been cut; then
 * the page reloads, see `reloadOnce`.
 * @throws what the second attempt threw, if the page doesn't reload
 */
export async function importPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load().catch(load);
  } catch (error) {
    if (await reloadPage()) await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
    throw error;
  }
}
