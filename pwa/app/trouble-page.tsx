import type { ReactNode } from 'react';
import { Page } from '#pwa/ui/page.tsx';
import styles from './app-pages.module.css';

interface TroublePageProps {
  readonly title: string;
  /** What happened, and what was kept. */
  readonly lead: string;
  /** `alert` where it takes the place of a screen that somebody was looking at. */
  readonly role?: 'alert';
  /** The ways on. */
  readonly children: ReactNode;
}

/** What stands where a screen can't be shown. */
export function TroublePage({ title, lead, role, children }: TroublePageProps) {
  return (
    <Page title={title} isNarrow>
      <div className={styles.troublePageScreen} role={role}>
        <h1>{title}</h1>
        <p className={styles.troublePageLead}>{lead}</p>
        {children}
      </div>
    </Page>
  );
}
