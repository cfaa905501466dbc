import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { readSegment, toNewProductPath } from '#shared/api/document-paths.ts';
import { createId } from '#shared/kernel/ids.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LoadingHeading } from '#pwa/ui/visually-hidden.tsx';
import { ProductFormView, type WithPreview } from './product-form-view.tsx';

/** The form for a new product, or for the one in the path. */
export function ProductFormPage({ View }: WithPreview) {
  const { pathname } = useLocation();
  const isLoaded = useIsLoaded();
  const id = readSegment(pathname, 2) === '' ? undefined : readSegment(pathname, 1);
  if (!isLoaded) return <FormSkeleton />;
  return id === undefined ? <NewProduct View={View} /> : <OneProduct key={id} id={id} View={View} />;
}

/** Whether what earlier pages kept of the forms can be read. */
function useIsLoaded(): boolean {
  const { forms } = useAppStore();
  const [isLoaded, setIsLoaded] = useState(() => forms.all.read() !== undefined);
  useEffect(() => {
    let isOver = false;
    void forms.ready.then(() => isOver || setIsLoaded(true));
    return () => void (isOver = true);
  }, [forms]);
  return isLoaded;
}

const NEW_KEY = 'products/new/';

/** Without a draft in the address it goes on with the newest one. */
function NewProduct({ View }: WithPreview) {
  const { forms } = useAppStore();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const named = query.get('draft') ?? undefined;
  const [fallback] = useState(() => {
    const newest = forms.all.read()?.find(({ key }) => key.startsWith(NEW_KEY));
    return newest?.key.slice(NEW_KEY.length) ?? createId();
  });
  const draft = named ?? fallback;
  useEffect(() => {
    // Kept in the address, so that a reload finds it among several.
    if (named === undefined) void navigate(toNewProductPath(draft), { replace: true, state });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [named, draft]);
  return (
    <Page title="New product">
      <PageHead heading="New product" />
      <ProductFormView key={draft} formKey={NEW_KEY + draft} product={undefined} View={View} />
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
      <ProductFormView
        formKey={formKey}
        id={id}
        isGone={status === 'missing'}
        product={product}
        View={View}
      />
    </Page>
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
