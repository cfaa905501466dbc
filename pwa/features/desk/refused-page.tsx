import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RejectionSummary } from '#shared/api/administration.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import {
  canCorrect,
  fetchRefusedWrite,
  fetchRefusedWrites,
  LISTED_REFUSALS,
  reviewHere,
} from '#pwa/data/queries/refused-writes.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toFieldName } from '#pwa/ui/content/field-name.ts';
import { toOwnFields } from '#pwa/ui/content/own-fields.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Value } from '#pwa/ui/content/value.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Row, RowList } from '#pwa/ui/row-list.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { FetchState } from '../fetch-state.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { toReason } from '../to-reason.ts';
import { useFetched } from '../use-fetched.ts';
import styles from './staff-page.module.css';

const PURPOSE = 'Managers see here which writes the server refused in the last 30 days, and why.';

/** The writes of all devices that the server refused, for managers. */
export function RefusedPage() {
  const { isStaff, isManager } = useSession();
  return (
    <Page title="Refused writes">
      <PageHead heading="Refused writes" lead={isStaff && <Link to="/admin">Admin</Link>} />
      <StaffOnly purpose={PURPOSE}>
        {isManager ? (
          <RefusedWrites />
        ) : (
          <EmptyState title="Managers only">{PURPOSE} Ask a manager for the role.</EmptyState>
        )}
      </StaffOnly>
    </Page>
  );
}

function RefusedWrites() {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const writes = useFetched('refused', () => fetchRefusedWrites(app), {
    isPaused: !isOnline,
  });
  const { value } = writes;
  const [open, setOpen] = useState<RejectionSummary>();
  return (
    <div className={styles.parts}>
      <FetchState
        of={writes}
        what="refused writes"
        offline="Refused writes are kept on the server: they show with a connection."
      />
      {value?.length === 0 && (
        <EmptyState title="Nothing was refused">
          What the server refuses shows here for 30 days. The person’s device keeps its own copy.
        </EmptyState>
      )}
      {value && value.length > 0 && (
        <RowList label="Refused writes">
          {value.map((refused) => (
            <Row
              key={refused.writeId}
              name={`${toLabel(refused)} · ${refused.id}`}
              actions={
                <Button disabled={!isOnline} onClick={() => setOpen(refused)}>
                  Show
                </Button>
              }
            >
              <span>{toFault(refused)}</span>
              <span className={styles.soft}>
                <Instant at={refused.at} />
                {refused.owner && `, ${refused.owner.replace(':', ' ')}`}
              </span>
            </Row>
          ))}
        </RowList>
      )}
      {value?.length === LISTED_REFUSALS && (
        <p className={styles.soft}>These are the newest {LISTED_REFUSALS}.</p>
      )}
      <Dialog
        title={open ? `Refused: ${toLabel(open)}` : ''}
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open && <RefusedContent refused={open} onClose={() => setOpen(undefined)} />}
      </Dialog>
    </div>
  );
}

const toLabel = ({ collection }: RejectionSummary) => findCollection(collection)?.label ?? collection;

const toFault = ({ path, message }: RejectionSummary) =>
  path === '' ? message : `${toFieldName(path)}: ${message}`;

interface RefusedContentProps {
  readonly refused: RejectionSummary;
  readonly onClose: () => void;
}

function RefusedContent({ refused, onClose }: RefusedContentProps) {
  const app = useAppStore();
  const navigate = useNavigate();
  const showToast = useToast();
  const { writeId, collection, id } = refused;
  const { value, status, reason } = useFetched(writeId, () => fetchRefusedWrite(app, writeId));

  async function handleCorrect() {
    if (!value) return;
    try {
      await reviewHere(app, value);
      void navigate('/sync');
    } catch (error) {
      showToast({ text: `It could not be saved on this device. ${toReason(error)}`, tone: 'error' });
    }
  }

  return (
    <div className={styles.part}>
      <p>{toFault(refused)}</p>
      {status === 'loading' && <Skeleton />}
      {status === 'failed' && <Notice tone="error">The content can’t be loaded. {reason}</Notice>}
      {value && (
        <>
          <Value value={Object.fromEntries(toOwnFields(value.payload))} />
          {!canCorrect(refused) && (
            <p className={styles.soft}>
              Only the person can correct this, on the device where it was written.
            </p>
          )}
          <div className={styles.form}>
            {canCorrect(refused) && (
              <Button kind="primary" onClick={() => void handleCorrect()}>
                Correct it on this device
              </Button>
            )}
            <Button
              onClick={() =>
                saveFile(`${collection}-${id}.json`, JSON.stringify([value.payload], undefined, 2))
              }
            >
              Export
            </Button>
            <Button kind="plain" onClick={onClose}>
              Close
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
