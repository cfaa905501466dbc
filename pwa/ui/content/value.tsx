import { toFieldName } from './field-name.ts';
import { isRecord } from './is-record.ts';
import styles from './value.module.css';

/** Anything a document can hold, to be read: lists keep their order, and an empty value says that it is. */
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
        // A position is all an entry has for a name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <Value value={entry} />
        </li>
      ))}
    </ol>
  );
}

/** Empty parts of an entry are left out: most lists use one or two of three. */
function Fields({ record }: { readonly record: Readonly<Record<string, unknown>> }) {
  const filled = Object.entries(record).filter(([, value]) => value !== '' && value !== null);
  if (filled.length === 0) return <span className={styles.empty}>Empty</span>;
  return (
    <dl className={styles.fields}>
      {filled.map(([field, value]) => (
        <div key={field} className={styles.field}>
          <dt>{toFieldName(field)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
