import { Instant } from '#pwa/ui/content/instant.tsx';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import { EmptyNote, Part } from './part.tsx';
import { useRecentlyConfirmed } from './recently-confirmed.ts';
import styles from './sync-centre.module.css';

/** Writes the server has accepted since this window was opened. */
export function ConfirmedPart() {
  const confirmed = useRecentlyConfirmed();
  return (
    <Part title="Recently confirmed">
      {confirmed.length === 0 ? (
        <EmptyNote>Nothing since this window was opened.</EmptyNote>
      ) : (
        <ul className={styles.waitingList}>
          {confirmed.map(({ writeId, label, subject, at }) => (
            <li key={writeId} className={styles.waitingListWrite}>
              <span className={styles.waitingListLabel}>
                {label}
                {subject && ` · ${subject}`}
              </span>
              <Instant at={at} className={styles.waitingListTime} />
              <StateChip state="confirmed" />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
