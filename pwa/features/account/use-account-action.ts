import { useState } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import { logError } from '#pwa/data/log.ts';

export interface ActionFailure {
  /** The field that is wrong, if one is. */
  readonly path: string | undefined;
  readonly text: string;
  readonly cause: unknown;
}

export interface AccountAction {
  readonly isBusy: boolean;
  /** Why the last action failed. */
  readonly failure: ActionFailure | undefined;
  /** Never rejects. */
  readonly run: (act: () => Promise<unknown>) => Promise<void>;
  /** Forgets the failure. */
  readonly clear: () => void;
}

/** @param onRefused called when a mailed link has been used, replaced or has expired meanwhile */
export function useAccountAction(onRefused?: () => void): AccountAction {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ActionFailure>();

  async function run(act: () => Promise<unknown>) {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await act();
    } catch (cause) {
      logError('Authentication error:', cause);
      const { code, path } = cause instanceof AppError ? cause : {};
      if (code === 'failed-precondition') onRefused?.();
      setFailure({ path, text: cause instanceof Error ? cause.message : String(cause), cause });
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, failure, run, clear: () => setFailure(undefined) };
}
