import type { ProductEntry } from '#shared/collections/products.ts';
import { FlowText } from '#pwa/ui/flow-text.tsx';
import styles from './product-sections.module.css';

interface EntryProseProps {
  readonly entries: readonly ProductEntry[];
  /** Shows descriptions too: a feature's is content, a detail block's is only a note for editors. */
  readonly isFeatures?: boolean;
}

export function EntryProse({ entries, isFeatures }: EntryProseProps) {
  if (entries.length === 0) return <p>There is nothing more to say yet.</p>;
  return (
    <div className={styles.entryProse}>
      {entries.map((entry, index) => (
        <section key={`${index} ${entry.label}`} className={styles.entryProseEntry}>
          <h3>{entry.label}</h3>
          <div className={styles.entryProseText}>
            <p>
              <FlowText text={entry.value} />
            </p>
            {isFeatures && entry.description && (
              <p>
                <FlowText text={entry.description} />
              </p>
            )}
          </div>
        </section>
      ))}
    </div>
  );
}
