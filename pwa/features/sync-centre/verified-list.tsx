import { findCollection } from '#shared/collections/catalogue.ts';
import type { VerifiedCollection } from '#pwa/data/sync/verify-collection.ts';
import { ConfirmedIcon, ReviewIcon } from '#pwa/ui/icons/state-icons.tsx';
import styles from './sync-centre.module.css';

interface VerifiedListProps {
  readonly verified: readonly VerifiedCollection[];
  readonly hasWaiting: boolean;
}

/** Whether this device holds what the server shows it, collection by collection. */
export function VerifiedList({ verified, hasWaiting }: VerifiedListProps) {
  const isAllSame = verified.every(({ isSame }) => isSame);
  return (
    <>
      <p>{toVerdict(isAllSame, hasWaiting)}</p>
      <ul className={styles.checksPartList}>
        {verified.map(({ collection, isSame, local, server }) => (
          <li key={collection} className={styles.checksPartRow}>
            <span className={styles.checksPartName}>{findCollection(collection)?.label ?? collection}</span>
            {local.count === server.count ? local.count : `${local.count} here, ${server.count} there`}
            <span className={isSame ? styles.checksPartGood : styles.checksPartBad}>
              {isSame ? <ConfirmedIcon size="small" /> : <ReviewIcon size="small" />}
            </span>
            <span className={styles.checksPartState}>{isSame ? 'Same' : 'Different'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function toVerdict(isAllSame: boolean, hasWaiting: boolean): string {
  if (isAllSame) return 'This device holds exactly what the server has for you.';
  return hasWaiting
    ? 'There are differences, as there must be while changes wait to be sent.'
    : 'There are differences. They should pass within a minute; try again then.';
}
