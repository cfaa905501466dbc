import { useId, type ReactNode } from 'react';
import styles from './product-sections.module.css';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A section of the product page: title on the left, content on the right, a hairline above. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
