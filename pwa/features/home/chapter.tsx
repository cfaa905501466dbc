import { useId, type ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './home-page.module.css';

interface ChapterProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
  /** Uses the darker background. */
  readonly isDeep?: boolean;
  /** From edge to edge, above the title. */
  readonly picture?: ReactNode;
}

/** A section of the home page: hairline, title, lead, content. */
export function Chapter({ title, lead, children, isDeep, picture }: ChapterProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames(styles.chapter, isDeep && styles.chapterDeep)}>
      {picture}
      <div className={styles.chapterColumn}>
        <header className={styles.chapterHead}>
          <h2 id={id}>{title}</h2>
          <p className={styles.chapterLead}>{lead}</p>
        </header>
        {children}
      </div>
    </section>
  );
}
