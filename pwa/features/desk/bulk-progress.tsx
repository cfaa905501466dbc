import styles from './bulk-change.module.css';

interface BulkProgressProps {
  readonly label: string;
  readonly tried: number;
  readonly total: number;
}

export function BulkProgress({ label, tried, total }: BulkProgressProps) {
  return (
    <div className={styles.progress} role="status">
      <p>
        {label}: {tried} of {total}
      </p>
      <progress aria-label={label} value={tried} max={total} />
    </div>
  );
}

/** Names for a sentence; of many the first ten. */
export function toNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
