/** Shared lock held by each tab in which a person has unsaved input that a reload would lose. */
const WRITING = 'nankeen-unfinished-work';
/** Shared lock held by each tab while it saves something to disk. */
const SAVING = 'nankeen-saving';

/** A save that takes longer is stuck: the update is postponed. */
const LONGEST_SAVE_MS = 5000;

/** How many unsaved inputs this tab has. */
let unsaved = 0;
/** What this tab saves now. */
const saves = new Set<Promise<unknown>>();

/** Blocks updates of the app until the returned function is called, once, or the tab is closed. */
export function holdUpdates(): () => void {
  const release = hold(WRITING);
  unsaved += 1;
  return () => {
    unsaved -= 1;
    release();
  };
}

/** Whether a reload of this tab would lose unsaved input. */
export function hasUnsavedInput(): boolean {
  return unsaved > 0;
}

/** Blocks updates of the app until the save is done. */
export async function untilSaved<Result>(save: () => Promise<Result>): Promise<Result> {
  const release = hold(SAVING);
  const saving = save();
  saves.add(saving);
  try {
    return await saving;
  } finally {
    saves.delete(saving);
    release();
  }
}

/** Waits for the saves of this tab that are in progress. @returns `false` when one is stuck */
export function whenSaved(): Promise<boolean> {
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, LONGEST_SAVE_MS, false));
  return Promise.race([Promise.allSettled(saves).then(() => true), tooLate]);
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
  let release = () => {};
  const isOver = new Promise<void>((resolve) => (release = resolve));
  // Servers and tests have no navigator.
  globalThis.navigator?.locks?.request(name, { mode: 'shared' }, () => isOver).catch(() => undefined);
  return release;
}
