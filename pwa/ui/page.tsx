import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

const SHOP_NAME = 'Nankeen';
const COMPANY_DESCRIPTION =
  'Nankeen builds long-endurance drones in Australia, and the batteries and propellers that keep them flying.';

interface PageProps {
  /** Title of the browser tab; the shop's name is appended. */
  readonly title: string;
  /** A sentence or two for search engines and shared links. */
  readonly description?: string | undefined;
  readonly children: ReactNode;
  /** Narrow for reading and forms. */
  readonly isNarrow?: boolean;
}

/** The content column of every screen except the home page. */
export function Page({ title, description, children, isNarrow }: PageProps) {
  return (
    <div className={classNames(styles.page, isNarrow && styles.narrow)}>
      <PageMeta title={title} description={description} />
      {children}
    </div>
  );
}

interface PageMetaProps {
  readonly title: string;
  readonly description?: string | undefined;
}

/** A screen's title and meta tags; React hoists them into the document's head. */
export function PageMeta({ title, description = COMPANY_DESCRIPTION }: PageMetaProps) {
  return (
    <>
      <title>{`${title} · ${SHOP_NAME}`}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
    </>
  );
}

interface PageHeadProps {
  readonly heading: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ heading, lead, actions }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        <h1>{heading}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
