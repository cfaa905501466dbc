import { useLocation } from 'react-router-dom';
import { Link } from '#pwa/ui/link.tsx';
import { readSegment, toEnquiryPath, toOrderPath, toProductPath } from '#shared/api/document-paths.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { restoreVersion } from '#pwa/data/queries/history.ts';
import { logError } from '#pwa/data/log.ts';
import { useUnsentWrites } from '#pwa/data/queries/use-unsent-writes.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { useDeviceNames } from '#pwa/data/queries/use-device-names.ts';
import { subjectOf } from '#pwa/ui/content/subject.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { rulesOf } from '#shared/access/decide-access.ts';
import { useHasAccess, useSession } from '#pwa/data/session/use-session.ts';
import type { Chain } from '#pwa/data/sync/outbox-record.ts';
import { diffContent } from '#pwa/ui/content/diff-content.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { DocumentState } from '../document-state.tsx';
import styles from './history-page.module.css';
import { toSteps } from './history-step.ts';
import { HistoryTimeline } from './history-timeline.tsx';
import { useHistory } from './use-history.ts';
import { ChangeList } from './change-list.tsx';

/** Their steps and entries are only added. */
const UNRESTORED: ReadonlySet<string> = new Set(['orders', 'inbox']);

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  products: toProductPath,
  contacts: toEnquiryPath,
  ukraines: toOrderPath,
};

/** Every write of one document, newest first. */
export function HistoryPage() {
  const app = useAppStore();
  const { pathname } = useLocation();
  const [collection, id] = [readSegment(pathname, 1), readSegment(pathname, 2)];
  const { isOnline, hasNetwork } = useConnection();
  const { status, entries, isComplete, fetchEarlier, reload } = useHistory(collection, id);
  const canWrite = useCanWrite(collection);
  const devices = useDeviceNames();
  const showToast = useToast();
  const label = findCollection(collection)?.label ?? collection;
  const unsent = useUnsentWrites(collection, id);
  const subject = subjectOf(entries[0]?.data ?? unsent?.entries.at(-1)?.data ?? {});
  const address = PAGES[collection]?.(id);

  async function handleRestore(at: string) {
    try {
      await restoreVersion(app, collection, id, at);
      reload();
      showToast({ text: 'Restored.' });
    } catch (error) {
      logError('A version could not be restored:', error);
      showToast({
        text: 'That version couldn’t be restored, and nothing was changed. Restoring needs a connection.',
        tone: 'error',
      });
    }
  }

  return (
    <Page title={subject ? `History of ${subject}` : 'History'} isNarrow>
      <PageHead
        heading={subject || `History of the ${label}`}
        lead={
          subject &&
          `History of this ${label}. Every change is kept${UNRESTORED.has(collection) ? '.' : ', and each can be restored.'}`
        }
        actions={address && status === 'ready' && <Link to={address}>Back to the {label}</Link>}
      />
      <div className={styles.parts}>
        {status !== 'missing' && <DocumentState collection={collection} documentId={id} />}
        {status === 'loading' && isOnline && <LoadingSteps />}
        {(status === 'failed' || (status === 'loading' && !isOnline)) && (
          <Notice tone="pending" role="status" actions={<Button onClick={reload}>Try again</Button>}>
            {toOutage(hasNetwork)} The history is kept on the server. Connect to see it.
          </Notice>
        )}
        {unsent && <UnsentSteps {...unsent} />}
        {status === 'missing' && !unsent && (
          <EmptyState title="No history here" actions={<ButtonLink to="/">Return to Homepage</ButtonLink>}>
            The document doesn’t exist, or you don’t have access to it.
          </EmptyState>
        )}
        {status === 'ready' && (
          <HistoryTimeline
            steps={toSteps(entries, isComplete, {
              devices,
              areStaff: rulesOf(collection).change === 'staff',
            })}
            canRestore={canWrite}
            onRestore={(at) => void handleRestore(at)}
          />
        )}
        {status === 'ready' && !isComplete && <Button onClick={fetchEarlier}>Earlier steps</Button>}
      </div>
    </Page>
  );
}

function LoadingSteps() {
  return (
    <div role="status" className={styles.loading}>
      <VisuallyHidden>Loading the history</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton />
    </div>
  );
}

/** Whether to offer restoring. A history's readers are its owner and staff; the server enforces access. */
function useCanWrite(collection: string): boolean {
  const { isStaff } = useSession();
  const hasAccess = useHasAccess();
  const { gate, change } = rulesOf(collection);
  if (UNRESTORED.has(collection)) return false;
  return (gate === undefined || hasAccess) && (isStaff || change !== 'staff');
}

/** This device's changes that the server doesn't have yet, newest first. */
function UnsentSteps({ entries, base }: Chain) {
  const steps = entries.map((entry, index) => {
    const before = entries[index - 1]?.data ?? base;
    return { entry, isFirst: before === null, changes: diffContent(before ?? {}, entry.data) };
  });
  return (
    <ol className={styles.historyTimelineSteps} aria-label="Not sent yet">
      {steps.toReversed().map(({ entry, isFirst, changes }) => (
        <li key={entry.writeId} className={styles.historyTimelineStep}>
          <header className={styles.historyTimelineHead}>
            <h2 className={styles.historyTimelineWhat}>
              {entry.deleted ? 'Deleted' : isFirst ? 'Created' : 'Changed'}{' '}
              <span className={styles.historyTimelineWho}>on this device</span>
            </h2>
            <p className={styles.historyTimelineWhen}>
              <span className={styles.historyTimelineNow}>Not sent yet</span>
              <Instant at={entry.at} precision="seconds" />
            </p>
          </header>
          <ChangeList changes={changes} isFirst={isFirst} />
        </li>
      ))}
    </ol>
  );
}
