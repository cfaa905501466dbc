import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

const SHOP_NAME = 'Nankeen';

interface PageProps {
  /** Title of the browser tab; the shop's name is appended. */
  readonly title: string;
  readonly children: ReactNode;
  /** Narrow for reading and forms. */
  readonly isNarrow?: boolean;
}

/** The content column of every screen except the home page. */
export function Page({ title, children, isNarrow }: PageProps) {
  return (
    <div className={classNames(styles.page, isNarrow && styles.narrow)}>
      <PageTitle title={title} />
      {children}
    </div>
  );
}

/** A screen's title, which React hoists into the document's head. The server adds all other head tags. */
export function PageTitle({ title }: { readonly title: string }) {
  return <title>{`${title} · ${SHOP_NAME}`}</title>;
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
