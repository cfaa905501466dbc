import type { ReactNode } from 'react';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LoadingHeading } from '#pwa/ui/visually-hidden.tsx';

/** @param children above the explanation */
export function MissingTemplate({ children }: { readonly children?: ReactNode }) {
  return (
    <Page title="Template">
      <PageHead heading="Template" />
      {children}
      <EmptyState
        title="no document data selected"
        actions={<ButtonLink to="/template">All templates</ButtonLink>}
      >
        There is no template at this address, or it hasn’t reached this device yet.
      </EmptyState>
    </Page>
  );
}

export function LoadingTemplate() {
  return (
    <Page title="Template">
      <div role="status">
        <LoadingHeading>Loading the template</LoadingHeading>
        <Skeleton shape="title" />
        <Skeleton />
      </div>
    </Page>
  );
}
