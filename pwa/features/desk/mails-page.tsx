import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MAIL_STATES, type MailFacts, type MailState } from '#shared/api/mail-routes.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchMails, LISTED_MAILS, retryMail } from '#pwa/data/queries/mails.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Row, RowList } from '#pwa/ui/row-list.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { ViewLinks } from '#pwa/ui/view-links.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { FetchState } from '../fetch-state.tsx';
import { toReason } from '../to-reason.ts';
import { useFetched } from '../use-fetched.ts';
import styles from './mails-page.module.css';
import { StaffOnly } from '../staff-only.tsx';

const VIEWS: Readonly<Record<MailState, { title: string; none: string; about: string }>> = {
  waiting: {
    title: 'Waiting',
    none: 'No mail waits',
    about: 'Mails that are being sent, or that the server tries again, show here.',
  },
  sent: {
    title: 'Sent',
    none: 'No mail was sent',
    about: 'What the server has sent in the last 90 days shows here.',
  },
  'given-up': {
    title: 'Could not be sent',
    none: 'Every mail could be sent',
    about: 'Mails that the server has given up after three days, or whose link has expired, show here.',
  },
};

/** How often waiting mails are looked at again. */
const REFRESH_MS = 10_000;

/** The server's mails for staff: what waits, was sent, and could not be sent. */
export function MailsPage() {
  const { isStaff } = useSession();
  return (
    <Page title="Mails">
      <PageHead heading="Mails" lead={isStaff && <Link to="/admin">Admin</Link>} />
      <StaffOnly purpose="Staff see here which mails wait, were sent, or could not be sent, and try them again.">
        <Mails />
      </StaffOnly>
    </Page>
  );
}

function Mails() {
  const app = useAppStore();
  const [query] = useSearchParams();
  const { isOnline } = useConnection();
  const state = MAIL_STATES.find((one) => one === query.get('state')) ?? 'waiting';
  const mails = useFetched(state, () => fetchMails(app, state), {
    isPaused: !isOnline,
  });
  const { value, reload } = mails;
  const refresh = useEffectEvent(reload);
  useEffect(() => {
    if (state !== 'waiting' || !isOnline) return undefined;
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [state, isOnline]);
  const { title, none, about } = VIEWS[state];
  return (
    <div className={styles.parts}>
      <ViewLinks
        label="Mails by state"
        links={MAIL_STATES.map((one) => ({
          to: one === 'waiting' ? '/admin/mails' : `/admin/mails?state=${one}`,
          text: VIEWS[one].title,
          ...(value && { count: value.counts[one] }),
          isCurrent: one === state,
        }))}
      />
      <FetchState
        of={mails}
        what="mails"
        offline="Mails are kept on the server: they show, and can be tried again, with a connection."
      />
      {value?.mails.length === 0 && <EmptyState title={none}>{about}</EmptyState>}
      {value && value.mails.length > 0 && (
        <RowList label={title}>
          {value.mails.map((mail) => (
            <MailItem key={mail.key} mail={mail} isOnline={isOnline} onRetried={reload} />
          ))}
        </RowList>
      )}
      {value && value.mails.length === LISTED_MAILS && (
        <p className={styles.soft}>These are the newest {LISTED_MAILS}.</p>
      )}
    </div>
  );
}

interface MailItemProps {
  readonly mail: MailFacts;
  readonly isOnline: boolean;
  readonly onRetried: () => void;
}

function MailItem({ mail, isOnline, onRetried }: MailItemProps) {
  const app = useAppStore();
  const showToast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const { key, subject, to, state, queuedAt, error, canRetry } = mail;

  async function handleRetry() {
    setIsBusy(true);
    try {
      await retryMail(app, key);
      const link = state === 'waiting' ? {} : { link: { text: 'Show it', to: '/admin/mails' } };
      showToast({ text: `The mail to ${to} is being sent.`, ...link });
    } catch (cause) {
      showToast({ text: `The mail to ${to} was not tried again. ${toReason(cause)}`, tone: 'error' });
    }
    setIsBusy(false);
    onRetried();
  }

  return (
    <Row
      name={subject}
      actions={
        canRetry && (
          <Button disabled={!isOnline || isBusy} onClick={() => void handleRetry()}>
            Try again
            <VisuallyHidden>
              : {subject}, to {to}
            </VisuallyHidden>
          </Button>
        )
      }
    >
      <p>
        To {to}, <Instant at={queuedAt} />
      </p>
      <StateText mail={mail} />
      {error !== null && <p className={styles.error}>{error}</p>}
    </Row>
  );
}

function StateText({ mail }: { readonly mail: MailFacts }) {
  const { state, attempts, nextAt, sentAt, canRetry } = mail;
  if (sentAt !== null)
    return (
      <p>
        Sent <Instant at={sentAt} />
      </p>
    );
  const tried = attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
  if (state === 'given-up')
    return (
      <p>
        {attempts === 0 ? 'Not tried' : tried}, given up.
        {!canRetry && ' Its link is no longer stored, so the person has to ask for a new one.'}
      </p>
    );
  if (attempts === 0 || nextAt === null) return <p>Is being sent</p>;
  return (
    <p>
      {tried}, next try <Instant at={nextAt} />
    </p>
  );
}
