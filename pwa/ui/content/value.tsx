import { toFieldName } from './field-name.ts';
import { isRecord } from './is-record.ts';
import styles from './value.module.css';

/** Renders any value of a document; an empty value renders as "Empty". */
export function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined || value === '')
    return <span className={styles.empty}>Empty</span>;
  if (typeof value === 'boolean') return <span>{value ? 'Yes' : 'No'}</span>;
  if (Array.isArray(value)) return <List entries={value} />;
  if (isRecord(value)) return <Fields record={value} />;
  return <span className={styles.text}>{String(value)}</span>;
}

function List({ entries }: { readonly entries: readonly unknown[] }) {
  if (entries.length === 0) return <span className={styles.empty}>Empty list</span>;
  return (
    <ol className={styles.list}>
      {entries.map((entry, index) => (
        // Entries have no key but their index.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <Value value={entry} />
        </li>
      ))}
    </ol>
  );
}

/** Leaves out empty fields: most entries fill only one or two of three. */
function Fields({ record }: { readonly record: Readonly<Record<string, unknown>> }) {
  const filled = Object.entries(record).filter(([, value]) => value !== '' && value !== null);
  if (filled.length === 0) return <span className={styles.empty}>Empty</span>;
  return (
    <dl className={styles.fields}>
      {filled.map(([field, value]) => (
        <div key={field} className={styles.field}>
          <dt>{toFieldName(field)}</dt>
          <dd>
            <Value value={field === 'price' && typeof value === 'number' ? value.toFixed(2) : value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
