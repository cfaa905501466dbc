import type { OfflineReadiness } from '#pwa/data/sync/offline-readiness.ts';
import { ConfirmedIcon, ReviewIcon } from '#pwa/ui/icons/state-icons.tsx';
import styles from './sync-centre.module.css';

/** What must be true before one can go without a network, and what is. */
export function ReadinessList({ readiness }: { readonly readiness: OfflineReadiness }) {
  const { isReady, isShellCached, isControlled, isPulled } = readiness;
  const points = [
    { name: 'The app itself is on this device', isMet: isShellCached },
    { name: 'Pages open from this device', isMet: isControlled },
    { name: 'Products and your documents are on this device', isMet: isPulled },
  ];
  return (
    <>
      <p>
        {isReady
          ? 'Ready. Everything opens without a network.'
          : 'Not quite. Stay connected a little longer.'}
      </p>
      <ul className={styles.checksPartList}>
        {points.map(({ name, isMet }) => (
          <li key={name} className={styles.checksPartRow}>
            <span className={styles.checksPartName}>{name}</span>
            <span className={isMet ? styles.checksPartGood : styles.checksPartBad}>
              {isMet ? <ConfirmedIcon size="small" /> : <ReviewIcon size="small" />}
            </span>
            <span className={styles.checksPartState}>{isMet ? 'Yes' : 'Not yet'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
