import { useEffect, useEffectEvent } from 'react';
import type { MailFacts } from '#shared/api/mail-routes.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchMailsAbout } from '#pwa/data/queries/mails.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { useFetched } from './use-fetched.ts';

/** How often waiting mails are looked at again. */
const REFRESH_MS = 5_000;

interface MailsAboutOptions {
  /** Asks again when it changes. */
  readonly version: string | undefined;
  /** Keys of mails that the server has queued or will queue. */
  readonly expected?: readonly string[];
}

/** The server's mails about a document, newest first, followed until none waits; `undefined` while not known. */
export function useMailsAbout(
  id: string,
  { version, expected = [] }: MailsAboutOptions,
): readonly MailFacts[] | undefined {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { value, reload } = useFetched(id, () => fetchMailsAbout(app, id), { isPaused: !isOnline, version });
  const mails = value?.mails;
  const isMissing = expected.some((key) => !mails?.some((mail) => mail.key === key));
  const isWaiting = isOnline && (isMissing || mails?.some(({ state }) => state === 'waiting') === true);
  const refresh = useEffectEvent(reload);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return mails;
}

/** What became of a mail. */
export function MailState({ mail: { state, sentAt, error } }: { readonly mail: MailFacts }) {
  if (state === 'sent') return <>Emailed {sentAt && <Instant at={sentAt} />}</>;
  const isGivenUp = state === 'given-up';
  return (
    <>
      {isGivenUp ? 'The email could not be sent' : 'The email waits to be sent'}
      {error && `: ${error}`}{' '}
      <Link to={isGivenUp ? '/admin/mails?state=given-up' : '/admin/mails'}>Mails</Link>
    </>
  );
}
