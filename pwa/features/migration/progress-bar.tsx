import { countOf } from './count-of.ts';
import styles from './migration.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** The progress in figures. */
  readonly text: string;
  /** From 0 to 1; absent if the total isn't known. */
  readonly share?: number | undefined;
}

/** Progress as figures and as a bar. */
export function ProgressBar({ label, text, share }: ProgressBarProps) {
  return (
    <div>
      <p className={styles.jobLine}>
        <span>{label}</span>
        <span>{text}</span>
      </p>
      <progress className={styles.progressBar} aria-label={label} value={share} max={1} />
    </div>
  );
}

interface DocumentProgressProps {
  readonly label: string;
  readonly done: number;
  /** `undefined` if it isn't known yet. */
  readonly total: number | undefined;
}

export function DocumentProgress({ label, done, total }: DocumentProgressProps) {
  const text =
    total === undefined
      ? countOf(done, 'document')
      : `${done.toLocaleString('en-AU')} of ${countOf(total, 'document')}`;
  return <ProgressBar label={label} text={text} share={total ? done / total : undefined} />;
}

/** `45 %`; rounds down, so that only the whole is 100 %. */
export function toPercent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`;
}
