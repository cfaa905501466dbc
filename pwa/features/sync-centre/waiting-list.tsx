import type { useOutbox } from '#pwa/data/use-outbox.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import styles from './waiting-list.module.css';

export function WaitingList({ writes }: { readonly writes: ReturnType<typeof useOutbox> }) {
  if (writes.length === 0)
    return <p className={styles.nothing}>Nothing. This device and the server agree.</p>;
  return (
    <ul className={styles.list}>
      {writes.map((write) => (
        <li key={`${write.collection} ${write.documentId}`} className={styles.write}>
          <span className={styles.label}>{write.label}</span>
          <Instant at={write.at} className={styles.time} />
          <StateChip state={write.isSending ? 'sending' : 'saved'} />
        </li>
      ))}
    </ul>
  );
}
