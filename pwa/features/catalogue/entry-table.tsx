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
