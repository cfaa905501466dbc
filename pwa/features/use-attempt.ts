import { useState } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import { logError } from '#pwa/data/log.ts';
import { useToast } from '#pwa/ui/toasts.ts';

interface Attempts {
  /** Runs an action. Success shows `done` as a toast, if given; a failure is logged and set as `failure`. */
  readonly attempt: (action: () => Promise<unknown>, done?: string) => Promise<void>;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
}

export function useAttempt(): Attempts {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const showToast = useToast();

  async function attempt(action: () => Promise<unknown>, done?: string) {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await action();
      if (done !== undefined) showToast({ text: done });
    } catch (error) {
      logError('That did not work:', error);
      setFailure(toFailure(error));
    } finally {
      setIsBusy(false);
    }
  }

  return { attempt, failure, isBusy };
}

function toFailure(error: unknown): string {
  const reason = error instanceof AppError ? error.message : 'That did not work.';
  return `${reason} Nothing was lost; try again.`;
}
