import { useEffect } from 'react';
import { holdUpdates } from './unfinished-work.ts';

/** Keeps new versions of the app waiting while this screen holds something unfinished. */
export function useHoldUpdates(isUnfinished: boolean): void {
  useEffect(() => (isUnfinished ? holdUpdates() : undefined), [isUnfinished]);
}
