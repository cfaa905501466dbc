import type { ReactNode } from 'react';
import { ButtonLink } from '#pwa/ui/button.tsx';
import styles from './app-pages.module.css';
import { TroublePage } from './trouble-page.tsx';

export function ErrorPage() {
  return (
    <TroublePage
      title="Something went wrong"
      lead="This screen could not be shown. Your cart and everything you have written are still on this device."
    >
      <SharedError />
      <p className={styles.storeTroublePageActions}>
        <ButtonLink kind="primary" to="/">
          Return to Homepage
        </ButtonLink>
        <ButtonLink to="/contact">Contact Us</ButtonLink>
      </p>
    </TroublePage>
  );
}

/** The shared error component has no content of its own. */
function SharedError({ children }: { readonly children?: ReactNode }) {
  return <>{children}</>;
}
