import type { ReactNode } from 'react';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { TroublePage } from './trouble-page.tsx';

export function ErrorPage() {
  return (
    <TroublePage
      title="Something went wrong"
      lead="This screen could not be shown. Your cart and everything you have written are still on this device."
    >
      <SharedError />
      <ButtonLink kind="primary" to="/">
        Return to Homepage
      </ButtonLink>
    </TroublePage>
  );
}

/** The shared error component has no content of its own. */
function SharedError({ children }: { readonly children?: ReactNode }) {
  return <>{children}</>;
}
