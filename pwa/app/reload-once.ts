const KEY = 'nankeen.reloadedAt';
/** A page that was reloaded less than this ago is not reloaded again: it would go on for ever. */
const AGAIN_MS = 60_000;

export interface ReloadOptions {
  /** Of this tab alone. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  /** Whether the page could be loaded at this moment. */
  readonly isReachable: () => Promise<boolean>;
  readonly reload: () => void;
}

/**
 * A part of the app that is missing, because a newer version has replaced it on the server: the page is loaded anew,
 * once. @returns whether it was
 */
export async function reloadOnce({ storage, now, isReachable, reload }: ReloadOptions): Promise<boolean> {
  try {
    const last = Number(storage().getItem(KEY) ?? 0);
    if (now() - last < AGAIN_MS || !(await isReachable())) return false;
    storage().setItem(KEY, String(now()));
  } catch {
    // Without a note of it, a second time couldn't be told from the first.
    return false;
  }
  reload();
  return true;
}

/** Watches this page for parts that can't be fetched. */
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
