import type { useOutbox } from '#pwa/data/use-outbox.ts';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import { formatInstant } from './format-instant.ts';
import styles from './waiting-list.module.css';

export function WaitingList({ writes }: { readonly writes: ReturnType<typeof useOutbox> }) {
  if (writes.length === 0)
    return <p className={styles.nothing}>Nothing. This device and the server agree.</p>;
  return (
    <ul className={styles.list}>
      {writes.map((write) => (
        <li key={`${write.collection} ${write.documentId}`} className={styles.write}>
          <span className={styles.label}>{write.label}</span>
          <time dateTime={write.at} className={styles.time}>
            {formatInstant(write.at)}
          </time>
          <StateChip state={write.isSending ? 'sending' : 'saved'} />
        </li>
      ))}
    </ul>
  );
}
