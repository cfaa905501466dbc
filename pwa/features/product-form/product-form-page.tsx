import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { readSegment } from '#shared/api/document-paths.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { hasRoomForDraft, MAX_PRODUCT_DRAFTS } from '#pwa/data/forms/draft-limit.ts';
import { useFormsLoaded } from '#pwa/data/forms/use-unsent-input.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LoadingHeading } from '#pwa/ui/visually-hidden.tsx';
import { useNewFormKey } from '../new-document.tsx';
import { ProductFormView, type WithPreview } from './product-form-view.tsx';

/** The form for a new product, or for the one in the path. */
export function ProductFormPage({ View }: WithPreview) {
  const { pathname } = useLocation();
  const isLoaded = useFormsLoaded();
  const id = readSegment(pathname, 2) === '' ? undefined : readSegment(pathname, 1);
  if (!isLoaded) return <FormSkeleton />;
  return id === undefined ? <NewProduct View={View} /> : <OneProduct key={id} id={id} View={View} />;
}

function NewProduct({ View }: WithPreview) {
  const formKey = useNewFormKey('products');
  if (formKey === undefined) return <FormSkeleton />;
  return (
    <Page title="New product">
      <PageHead heading="New product" />
      <WithinLimit key={formKey} formKey={formKey}>
        <ProductFormView formKey={formKey} product={undefined} View={View} />
      </WithinLimit>
    </Page>
  );
}

function OneProduct({ id, View }: WithPreview & { readonly id: string }) {
  const { forms } = useAppStore();
  const { status, product } = useProduct(id);
  const formKey = `products/${id}`;
  // Once open, the form stays, whatever becomes of the product and the session.
  const [name, setName] = useState<string>();
  const known = product?.productName ?? (status === 'missing' ? forms.read(formKey)?.title : undefined);
  if (known !== undefined && known !== name) setName(known);
  if (name === undefined && status === 'loading') return <FormSkeleton />;
  if (name === undefined) {
    return (
      <Page title="Product">
        <PageHead heading="Product" />
        <EmptyState
          title="no document data selected"
          actions={<ButtonLink to="/products">All products</ButtonLink>}
        >
          There is no product at this address, or it hasn’t reached this device yet.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={name}>
      <PageHead heading={`Edit ${name}`} />
      <WithinLimit formKey={formKey}>
        <ProductFormView
          formKey={formKey}
          id={id}
          isGone={status === 'missing'}
          product={product}
          View={View}
        />
      </WithinLimit>
    </Page>
  );
}

/** Shows a form unless it would begin a draft above the limit. */
function WithinLimit({ formKey, children }: { readonly formKey: string; readonly children: ReactNode }) {
  const { forms } = useAppStore();
  // Once open, the form stays.
  const [hasRoom] = useState(() => hasRoomForDraft(forms, formKey));
  if (hasRoom) return children;
  return (
    <Notice
      tone="pending"
      actions={<ButtonLink to="/admin/products?view=drafts">Show the drafts</ButtonLink>}
    >
      There are {MAX_PRODUCT_DRAFTS} drafts on this device. Finish or discard one first.
    </Notice>
  );
}

function FormSkeleton() {
  return (
    <Page title="Product">
      <div role="status">
        <LoadingHeading>Loading the product</LoadingHeading>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </div>
    </Page>
  );
}
