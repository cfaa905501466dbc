import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { ChecksPart } from './checks-part.tsx';
import { ConfirmedPart } from './confirmed-part.tsx';
import { ReviewPart } from './review-part.tsx';
import { StoragePart } from './storage-part.tsx';
import styles from './sync-centre.module.css';
import { WaitingPart } from './waiting-part.tsx';
import { Part } from './part.tsx';

/** The state of this device's writes, its connection and its storage. */
export function SyncCentre() {
  return (
    <div className={styles.frame}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <WaitingPart />
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
  const { isOnline, isSending, lastContactAt, oldestWaitingAt, isLeader } = useConnection();
  return (
    <Part title="Connection">
      <DescriptionList layout="apart" isSmall>
        <Description name="Server">
          {isOnline ? (isSending ? 'Online, sending' : 'Online') : 'Offline'}
        </Description>
        <Description name="Last heard from it">
          {lastContactAt === undefined ? 'Not yet' : <Instant at={lastContactAt} />}
        </Description>
        <Description name="Oldest waiting write">
          {oldestWaitingAt === undefined ? 'None' : <Instant at={oldestWaitingAt} />}
        </Description>
        <Description name="Replicating">
          {isLeader === undefined ? 'Not yet known' : isLeader ? 'In this tab' : 'In another tab'}
        </Description>
      </DescriptionList>
    </Part>
  );
}
