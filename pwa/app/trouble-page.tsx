import type { ReactNode } from 'react';
import { KestrelMark } from '#pwa/ui/logo.tsx';
import { Page } from '#pwa/ui/page.tsx';
import styles from './app-pages.module.css';

interface TroublePageProps {
  readonly title: string;
  /** What happened and what was kept. */
  readonly lead: string;
  /** `alert` if it replaces a screen that was in use. */
  readonly role?: 'alert';
  /** What the visitor can do next. */
  readonly children: ReactNode;
}

/** Shown in place of a screen that can't be displayed. */
export function TroublePage({ title, lead, role, children }: TroublePageProps) {
  return (
    <Page title={title} isNarrow>
      <div className={styles.troublePageScreen} role={role}>
        <KestrelMark />
        <h1 className={styles.troublePageTitle}>{title}</h1>
        <p className={styles.troublePageLead}>{lead}</p>
        {children}
      </div>
    </Page>
  );
}
