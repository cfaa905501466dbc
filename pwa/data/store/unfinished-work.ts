import { useEffect } from 'react';

/** Held, in every tab, while a person is writing something that a reload would take away. */
const WRITING = 'nankeen-unfinished-work';
/** Held, in every tab, while something is on its way to this device's disk. */
const SAVING = 'nankeen-saving';

/** A save that takes longer is stuck: then the update is put off and the person is told. */
const LONGEST_SAVE_MS = 5000;

/** Keeps new versions of the app from taking over until the returned function is called, or the tab is gone. */
export function holdUpdates(): () => void {
  return hold(WRITING);
}

/** Lets a new version take over only once the save is done. */
export async function untilSaved<Result>(save: () => Promise<Result>): Promise<Result> {
  const release = hold(SAVING);
  try {
    return await save();
  } finally {
    release();
  }
}

/**
 * Does it unless a person has something unfinished in this tab or another one. What is being saved is waited for: that
 * takes moments, and nobody could do anything about it.
 * @returns whether it was done
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
  navigator.locks?.request(name, { mode: 'shared' }, () => isOver).catch(() => undefined);
  return release;
}

/** Keeps new versions of the app waiting while this screen holds something unfinished. */
export function useHoldUpdates(isUnfinished: boolean): void {
  useEffect(() => (isUnfinished ? holdUpdates() : undefined), [isUnfinished]);
}
