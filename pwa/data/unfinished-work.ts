/** Held, in every tab, while something is being written that a reload would take away. */
const LOCK = 'nankeen-unfinished-work';

/** Keeps new versions of the app from taking over until the returned function is called, or the tab is gone. */
export function holdUpdates(): () => void {
  let release = () => {};
  const isOver = new Promise<void>((resolve) => (release = resolve));
  navigator.locks?.request(LOCK, { mode: 'shared' }, () => isOver).catch(() => undefined);
  return release;
}

/** Does it unless something unfinished stands in this tab or another one. @returns whether it was done */
export async function unlessUnfinished(act: () => void): Promise<boolean> {
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock) act();
    return lock !== null;
  });
}
