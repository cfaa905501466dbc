import { countOf } from './count-of.ts';
import styles from './job-view.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** How far it is, in figures. */
  readonly text: string;
  /** From 0 to 1; absent where the whole isn't known. */
  readonly share?: number | undefined;
}

/** How far something has come, as figures and as a bar. */
export function ProgressBar({ label, text, share }: ProgressBarProps) {
  return (
    <div>
      <p className={styles.line}>
        <span>{label}</span>
        <span>{text}</span>
      </p>
      <progress className={styles.bar} aria-label={label} value={share} max={1} />
    </div>
  );
}

interface DocumentProgressProps {
  readonly label: string;
  readonly done: number;
  /** Absent where it isn't known yet. */
  readonly total: number | undefined;
}

export function DocumentProgress({ label, done, total }: DocumentProgressProps) {
  const text =
    total === undefined
      ? countOf(done, 'document')
      : `${done.toLocaleString('en-AU')} of ${countOf(total, 'document')}`;
  return <ProgressBar label={label} text={text} share={total ? done / total : undefined} />;
}

/** `45 %`; a part is never shown as the whole. */
export function toPercent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`;
}
