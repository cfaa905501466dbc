import { useId, type ReactNode } from 'react';
import styles from './migration.module.css';

interface StepProps {
  readonly title: string;
  /** What the step is for, and what it does not do. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** One step: its title and note on the left, its content on the right. */
export function Step({ title, note, children }: StepProps) {
  const id = useId();
  return (
    <section className={styles.step} aria-labelledby={id}>
      <div className={styles.stepHead}>
        <h2 id={id} className={styles.stepTitle}>
          {title}
        </h2>
        {note && <p className={styles.stepNote}>{note}</p>}
      </div>
      <div className={styles.stepBody}>{children}</div>
    </section>
  );
}
