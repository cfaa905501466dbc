import { countOf } from './count-of.ts';
import styles from './job-view.module.css';

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  /** Absent where it isn't known yet. */
  readonly total: number | undefined;
  /** How much that is, from 0 to 1, where it isn't told by the documents. */
  readonly share?: number;
}

/** How far something has come, as figures and as a bar. */
export function ProgressBar({
  label,
  done,
  total,
  share = total ? done / total : undefined,
}: ProgressBarProps) {
  return (
    <div>
      <p className={styles.line}>
        <span>{label}</span>
        <span>
          {total === undefined
            ? countOf(done, 'document')
            : `${done.toLocaleString('en-AU')} of ${countOf(total, 'document')}`}
        </span>
      </p>
      <progress className={styles.bar} aria-label={label} value={share} max={1} />
    </div>
  );
}
