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
 * Reloads the page once when a chunk is missing, because the server has a newer version or its response was cut.
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
    // Looked at twice: for the input that needed the part, and for input that began meanwhile.
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

/** Calls `reloadOnce` when a chunk of this page can't be fetched. */
export function reloadOnMissingParts(): void {
  addEventListener('vite:preloadError', () => {
    reloading ??= reloadPage().then((isReloading) => {
      if (!isReloading) reloading = undefined;
      return isReloading;
    });
  });
}

function reloadPage(): Promise<boolean> {
  const signal = AbortSignal.timeout(REACHABLE_MS);
  return reloadOnce({
    storage: () => sessionStorage,
    now: () => Date.now(),
    hasUnsavedInput,
    isReady: () =>
      fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
        async ({ ok }) => ok && (await whenSaved()),
        () => false,
      ),
    reload: () => location.reload(),
  });
}

/** How long the error waits for a reload, which a person can stop. */
const RELOAD_MS = 10_000;

/** An imported part. If the page reloads because the import failed, the error waits for the reload. */
export async function unlessReloading<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    if (await reloading) await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
    throw error;
  }
}
