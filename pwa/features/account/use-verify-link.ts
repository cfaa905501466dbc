import { useEffect, useState } from 'react';
import type { VerifyLink } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logNotice } from '#pwa/data/log.ts';
import { readVerifyLink } from '#pwa/data/session/verify-link.ts';

export type VerifyLinkState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly link: VerifyLink }
  /** The link was used, has expired or is unknown. */
  | { readonly status: 'refused'; readonly message: string }
  /** The server did not answer as expected. */
  | { readonly status: 'failed' };

const LOADING: VerifyLinkState = { status: 'loading' };

/**
 * What the server says about a mailed link. Asked again when the connection returns.
 * @param attempt a new number asks again
 */
export function useVerifyLink(token: string, isOnline: boolean, attempt: number): VerifyLinkState {
  const app = useAppStore();
  const key = `${token} ${isOnline} ${attempt}`;
  const [found, setFound] = useState<{ readonly key: string; readonly state: VerifyLinkState }>();

  useEffect(() => {
    if (token === '') return undefined;
    let isOver = false;
    const set = (state: VerifyLinkState) => {
      if (!isOver) setFound({ key, state });
    };
    readVerifyLink(app, token).then(
      (link) => set({ status: 'ready', link }),
      (error: unknown) => {
        logNotice('A link could not be checked.', error);
        const isRefused = error instanceof AppError && error.code === 'failed-precondition';
        set(isRefused ? { status: 'refused', message: error.message } : { status: 'failed' });
      },
    );
    return () => {
      isOver = true;
    };
  }, [app, token, key]);

  if (token === '')
    return { status: 'refused', message: 'Open the link in our mail to confirm your address.' };
  // What is known about the link stays while it is checked again.
  return found && (found.key === key || found.state.status !== 'failed') ? found.state : LOADING;
}
