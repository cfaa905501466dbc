/** Shared lock held by each tab in which a person has unsaved input that a reload would lose. */
const WRITING = 'nankeen-unfinished-work';
/** Shared lock held by each tab while it saves something to disk. */
const SAVING = 'nankeen-saving';

/** A save that takes longer is stuck: the update is postponed. */
const LONGEST_SAVE_MS = 5000;

/** How many of both locks this tab holds. */
let held = 0;

/** Whether a reload of this tab would lose unsaved input. */
export function wouldReloadLose(): boolean {
  return held > 0;
}

/** Blocks updates of the app until the returned function is called, once, or the tab is closed. */
export function holdUpdates(): () => void {
  return hold(WRITING);
}

/** Blocks updates of the app until the save is done. */
export async function untilSaved<Result>(save: () => Promise<Result>): Promise<Result> {
  const release = hold(SAVING);
  try {
    return await save();
  } finally {
    release();
  }
}

/**
 * Acts unless a person has unsaved input in any tab. Waits for saves in progress, which take moments.
 * @returns whether it acted; `false` also when a save is stuck
 */
export async function unlessUnfinished(act: () => void): Promise<boolean> {
  return navigator.locks.request(WRITING, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    const signal = AbortSignal.timeout(LONGEST_SAVE_MS);
    return navigator.locks.request(SAVING, { signal }, () => (act(), true)).catch(() => false);
  });
}

function hold(name: string): () => void {
  held += 1;
  let release = () => {};
  const isOver = new Promise<void>((resolve) => (release = resolve));
  // Servers and tests have no navigator.
  globalThis.navigator?.locks?.request(name, { mode: 'shared' }, () => isOver).catch(() => undefined);
  return () => {
    held -= 1;
    release();
  };
}
