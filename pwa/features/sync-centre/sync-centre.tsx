import { useConnection, type ConnectionState } from '#pwa/data/sync/use-connection.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { StateChip, toChipState } from '#pwa/ui/state-chip.tsx';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { ChecksPart } from './checks-part.tsx';
import { FilesPart } from './files-part.tsx';
import { FormsPart } from './forms-part.tsx';
import { StoragePart } from './storage-part.tsx';
import styles from './sync-centre.module.css';
import { WaitingPart } from './waiting-part.tsx';
import { Part, EmptyNote, LoadingPart } from './part.tsx';
import { useConfirmationWatch } from './recently-confirmed.ts';
import { useRecentlyConfirmed } from './use-recently-confirmed.ts';
import { RejectedChangeCard } from './rejected-change-card.tsx';

/** The state of this device's writes, its connection and its storage. */
export function SyncCentre() {
  return (
    <div className={styles.frame}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <WaitingPart />
          <FilesPart />
          <FormsPart />
          <ReviewPart />
          <ConfirmedPart />
        </div>
        <div className={styles.column}>
          <ConnectionPart />
          <StoragePart />
          <ChecksPart />
        </div>
      </div>
    </div>
  );
}

function ConnectionPart() {
  const connection = useConnection();
  const { lastContactAt, oldestWaitingAt, isLeader } = connection;
  return (
    <Part title="Connection">
      <DescriptionList layout="apart" isSmall>
        <Description name="Server">{toServerState(connection)}</Description>
        <Description name="Last heard from it">
          {lastContactAt === undefined ? 'Not yet' : <Instant at={lastContactAt} />}
        </Description>
        <Description name="Oldest unsent change">
          {oldestWaitingAt === undefined ? 'None' : <Instant at={oldestWaitingAt} />}
        </Description>
        <Description name="Syncing">
          {isLeader === undefined ? 'Not yet known' : isLeader ? 'This tab' : 'Another tab'}
        </Description>
      </DescriptionList>
    </Part>
  );
}

function toServerState({ isOnline, hasNetwork, refusal, isSending }: ConnectionState): string {
  if (!isOnline) return hasNetwork ? 'Out of reach' : 'Offline';
  if (refusal !== undefined) return 'Refuses this device';
  return isSending ? 'Online, sending' : 'Online';
}

/** Writes of this device that the server has accepted. */
function ConfirmedPart() {
  const confirmed = useRecentlyConfirmed();
  useConfirmationWatch();
  return (
    <Part title="Recently received by our server">
      {confirmed.length === 0 ? (
        <EmptyNote>Nothing yet.</EmptyNote>
      ) : (
        <ul className={styles.waitingList}>
          {confirmed.map(({ writeId, collection, label, subject, at }) => (
            <li key={writeId} className={styles.waitingListWrite}>
              <span className={styles.waitingListLabel}>
                {label}
                {subject && ` · ${subject}`}
              </span>
              <Instant at={at} className={styles.waitingListTime} />
              <StateChip state={toChipState('acknowledged', false, collection)} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Writes that the server rejected. */
function ReviewPart() {
  const rejectedChanges = useRejectedChanges();
  return (
    <Part title="Needs review" count={rejectedChanges?.length}>
      {!rejectedChanges ? (
        <LoadingPart />
      ) : rejectedChanges.length === 0 ? (
        <EmptyNote>Nothing needs review.</EmptyNote>
      ) : (
        <ul className={styles.reviewPartRejectedChanges}>
          {rejectedChanges.map((rejectedChange) => (
            <RejectedChangeCard key={rejectedChange.id} rejectedChange={rejectedChange} />
          ))}
        </ul>
      )}
    </Part>
  );
}
