import { useEffect, useState } from 'react';
import type { MailedLink } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logNotice } from '#pwa/data/log.ts';
import { readLink, type LinkPurpose } from '#pwa/data/session/mailed-links.ts';

export type MailedLinkState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly link: MailedLink }
  /** The link was used, has expired or is unknown. */
  | { readonly status: 'refused'; readonly message: string; readonly reason: string | undefined }
  /** The server did not answer as expected. */
  | { readonly status: 'failed' };

const NO_LINK: MailedLinkState = {
  status: 'refused',
  message: 'Open the link in our email to confirm your address.',
  reason: undefined,
};
const LOADING: MailedLinkState = { status: 'loading' };

interface LinkQuestion {
  readonly purpose: LinkPurpose;
  /** Empty without a link. */
  readonly token: string;
  readonly isOnline: boolean;
  /** A new number asks again. */
  readonly attempt: number;
}

/** What the server says about a mailed link. Asked again when the connection returns. */
export function useMailedLink({ purpose, token, isOnline, attempt }: LinkQuestion): MailedLinkState {
  const app = useAppStore();
  const key = `${token} ${isOnline} ${attempt}`;
  const [found, setFound] = useState<{ readonly key: string; readonly state: MailedLinkState }>();

  useEffect(() => {
    if (token === '') return undefined;
    let isOver = false;
    const set = (state: MailedLinkState) => {
      if (!isOver) setFound({ key, state });
    };
    readLink(app, purpose, token).then(
      (link) => set({ status: 'ready', link }),
      (error: unknown) => {
        logNotice('A link could not be checked.', error);
        const isRefused = error instanceof AppError && error.code === 'failed-precondition';
        set(
          isRefused
            ? { status: 'refused', message: error.message, reason: error.reason }
            : { status: 'failed' },
        );
      },
    );
    return () => {
      isOver = true;
    };
  }, [app, purpose, token, key]);

  if (token === '') return NO_LINK;
  // What is known about the link stays while it is checked again.
  return found && (found.key === key || found.state.status !== 'failed') ? found.state : LOADING;
}
