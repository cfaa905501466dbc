import { useEffect } from 'react';

/** Shared lock held by each tab in which a person has unsaved input that a reload would lose. */
const WRITING = 'nankeen-unfinished-work';
/** Shared lock held by each tab while it saves something to disk. */
const SAVING = 'nankeen-saving';

/** A save that takes longer is stuck: the update is postponed. */
const LONGEST_SAVE_MS = 5000;

/** Blocks updates of the app until the returned function is called or the tab is closed. */
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
  let release = () => {};
  const isOver = new Promise<void>((resolve) => (release = resolve));
  // Servers and tests have no navigator.
  globalThis.navigator?.locks?.request(name, { mode: 'shared' }, () => isOver).catch(() => undefined);
  return release;
}

/** Blocks updates of the app while this screen has unsaved input. */
export function useHoldUpdates(isUnfinished: boolean): void {
  useEffect(() => (isUnfinished ? holdUpdates() : undefined), [isUnfinished]);
}
