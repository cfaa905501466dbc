import type { ReactNode } from 'react';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Page } from '#pwa/ui/page.tsx';
import styles from './error-page.module.css';

export function ErrorPage() {
  return (
    <Page title="Something went wrong">
      <div className={styles.screen}>
        <h1>Something went wrong</h1>
        <p className={styles.lead}>
          This screen could not be shown. Your bag and everything you have written are still on this device.
        </p>
        <SharedError />
        <p>
          <ButtonLink kind="primary" to="/">
            Return to Homepage
          </ButtonLink>
        </p>
      </div>
    </Page>
  );
}

/** The shared error component has no content of its own. */
function SharedError({ children }: { readonly children?: ReactNode }) {
  return <>{children}</>;
}
