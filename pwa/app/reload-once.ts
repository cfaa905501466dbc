const KEY = 'nankeen.reloadedAt';
/** Shortest time between two reloads, so that a page that keeps failing doesn't reload in a loop. */
const MIN_INTERVAL_MS = 60_000;

export interface ReloadOptions {
  /** Storage of this tab only. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  /** Whether the server can be reached now. */
  readonly isReachable: () => Promise<boolean>;
  readonly reload: () => void;
}

/**
 * Reloads the page once when a chunk is missing because the server has a newer version.
 * @returns whether it reloads
 */
export async function reloadOnce({ storage, now, isReachable, reload }: ReloadOptions): Promise<boolean> {
  try {
    const last = Number(storage().getItem(KEY) ?? 0);
    if (now() - last < MIN_INTERVAL_MS || !(await isReachable())) return false;
    storage().setItem(KEY, String(now()));
  } catch {
    // Without storage a repeated failure looks like the first one, and the page would reload in a loop.
    return false;
  }
  reload();
  return true;
}

/** Calls `reloadOnce` when a chunk of this page can't be fetched. */
export function reloadOnMissingParts(): void {
  addEventListener('vite:preloadError', () => {
    void reloadOnce({
      storage: () => sessionStorage,
      now: () => Date.now(),
      isReachable: () =>
        fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      reload: () => location.reload(),
    });
  });
}
