import { countOf } from './count-of.ts';
import styles from './job-view.module.css';

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  /** Absent where it isn't known yet. */
  readonly total: number | undefined;
}

/** How far something has come, as figures and as a bar. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
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
      <progress className={styles.bar} aria-label={label} value={total ? done : undefined} max={total || 1} />
    </div>
  );
}
