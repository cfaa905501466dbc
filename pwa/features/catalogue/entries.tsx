import type { ProductEntry } from '#shared/collections/products.ts';
import { FlowText } from '#pwa/ui/flow-text.tsx';
import styles from './product-sections.module.css';

/** Labels, values and the conditions they hold under, separated by hairlines. */
export function EntryTable({ entries }: { readonly entries: readonly ProductEntry[] }) {
  if (entries.length === 0) return <p>Not given yet. Ask us and we will measure it.</p>;
  return (
    <dl className={styles.entryTable}>
      {entries.map((entry, index) => (
        <div key={`${index} ${entry.label}`} className={styles.entryTableRow}>
          <dt className={styles.entryTableLabel}>{entry.label}</dt>
          <dd className={styles.entryTableValue}>
            <FlowText text={entry.value} />
          </dd>
          {entry.description && (
            <dd className={styles.entryTableCondition}>
              <FlowText text={entry.description} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

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
