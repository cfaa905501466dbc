import { useId, useState } from 'react';
import type { ListedSession } from '#shared/api/account-routes.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { endOtherSessions, endSession, fetchSessions } from '#pwa/data/session/own-sessions.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Row, RowList } from '#pwa/ui/row-list.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { FetchState } from '../fetch-state.tsx';
import { useFetched } from '../use-fetched.ts';
import styles from './account.module.css';

/** Where the account is signed in. */
export function OwnSessions() {
  const app = useAppStore();
  const titleId = useId();
  const showToast = useToast();
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const sessions = useFetched('sessions', () => fetchSessions(app), {
    isPaused: !isOnline,
  });
  const { value, reload } = sessions;
  const [isBusy, setIsBusy] = useState(false);
  const others = value?.filter(({ isCurrent }) => !isCurrent) ?? [];

  async function handleEnd(end: () => Promise<readonly ListedSession[]>, done: string) {
    setIsBusy(true);
    try {
      if (await call(end)) showToast({ text: done });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      showToast({ text: `The session was not ended. ${text}`, tone: 'error' });
    }
    setIsBusy(false);
    reload();
  }

  return (
    <section className={styles.ownSessions} aria-labelledby={titleId}>
      <h2 id={titleId}>Sessions</h2>
      <p>
        Where you are signed in. Ending a session signs that browser out and removes your data from it, except
        what was not sent yet.
      </p>
      <FetchState
        of={sessions}
        what="sessions"
        offline="The server knows your sessions: seeing and ending them needs a connection."
      />
      {value && (
        <RowList labelledBy={titleId}>
          {value.map((session) => (
            <Row
              key={session.id}
              name={toName(session)}
              actions={
                !session.isCurrent && (
                  <Button
                    disabled={isBusy || !isOnline}
                    aria-label={`End the session of ${toName(session)}`}
                    onClick={() =>
                      void handleEnd(() => endSession(app, session.id), `${toName(session)} is signed out.`)
                    }
                  >
                    End
                  </Button>
                )
              }
            >
              <span>
                Signed in <Instant at={session.beganAt} />
              </span>
              {session.isCurrent ? (
                <span>This browser</span>
              ) : (
                <span>
                  Last used <Instant at={session.usedAt} />
                </span>
              )}
            </Row>
          ))}
        </RowList>
      )}
      {value && others.length === 0 && <p>You are signed in nowhere else.</p>}
      {others.length > 0 && (
        <Button
          disabled={isBusy || !isOnline}
          onClick={() => void handleEnd(() => endOtherSessions(app), 'All other browsers are signed out.')}
        >
          End all other sessions
        </Button>
      )}
      {dialog}
    </section>
  );
}

function toName({ browser, system }: ListedSession): string {
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown browser';
}
