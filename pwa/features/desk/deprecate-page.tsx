import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readSegment, toHistoryPath, toProductPath } from '#shared/api/document-paths.ts';
import type { Product } from '#shared/collections/products.ts';
import { toThumbnail } from '#shared/domain/product-entries.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { deleteProduct, RESTORABLE_DAYS, undeleteProduct } from '#pwa/data/queries/deleted-products.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import type { SignInErrand } from '#pwa/data/session/session.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { LoadingHeading } from '#pwa/ui/visually-hidden.tsx';
import styles from './deprecate-page.module.css';

/** The deleted products of the back-office. */
const DELETED_PRODUCTS = '/admin/products?view=deleted';

/** Confirms the deletion of a product. */
export function DeprecatePage() {
  const id = readSegment(useLocation().pathname, 1);
  return <DeprecateProduct key={id} id={id} />;
}

function DeprecateProduct({ id }: { readonly id: string }) {
  const { status, product } = useProduct(id);
  const [shown, setShown] = useState<Product>();
  const [isDeleting, setIsDeleting] = useState(false);
  if (product && product !== shown) setShown(product);
  if (shown && (product || isDeleting)) {
    return (
      <Page title={`Delete ${shown.productName}`} isNarrow>
        <Confirmation product={shown} isDeleting={isDeleting} onDeleting={setIsDeleting} />
      </Page>
    );
  }
  if (status === 'loading') {
    return (
      <Page title="Delete a product" isNarrow>
        <div role="status" className={styles.parts}>
          <LoadingHeading>Loading the product</LoadingHeading>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton />
        </div>
      </Page>
    );
  }
  return (
    <Page title="Delete a product" isNarrow>
      <PageHead heading="Delete a product" />
      {shown ? (
        <EmptyState
          title={`${shown.productName} has just been deleted`}
          actions={
            <>
              <ButtonLink to={DELETED_PRODUCTS}>Deleted products</ButtonLink>
              <ButtonLink to={toHistoryPath('products', id)}>Its history</ButtonLink>
            </>
          }
        >
          Someone else was faster, so there is nothing left to delete. It can be restored for{' '}
          {RESTORABLE_DAYS} days.
        </EmptyState>
      ) : (
        <EmptyState
          title="no document data selected"
          actions={<ButtonLink to="/products">All products</ButtonLink>}
        >
          There is no product at this address, or it hasn’t reached this device yet.
        </EmptyState>
      )}
    </Page>
  );
}

interface ConfirmationProps {
  readonly product: Product;
  readonly isDeleting: boolean;
  readonly onDeleting: (isDeleting: boolean) => void;
}

function Confirmation({ product, isDeleting, onDeleting }: ConfirmationProps) {
  const app = useAppStore();
  const { isStaff } = useSession();
  const navigate = useNavigate();
  const showToast = useToast();
  const [problem, setProblem] = useState<'signed-out' | 'failed'>();
  const { FBUID: id, productName: name } = product;
  const errand: SignInErrand = { next: toProductPath(id, '/deprecate'), nextState: null };
  const picture = toThumbnail(product);

  async function handleDelete() {
    if (!isStaff) return setProblem('signed-out');
    setProblem(undefined);
    onDeleting(true);
    try {
      await deleteProduct(app, id);
    } catch (error) {
      logError('A product could not be deleted:', error);
      onDeleting(false);
      return setProblem('failed');
    }
    await navigate('/products');
    showToast({ text: `${name} is deleted.`, action: { text: 'Undo', act: () => void handleUndo() } });
  }

  async function handleUndo() {
    try {
      await undeleteProduct(app, id);
      showToast({ text: `${name} is back.`, link: { text: 'Show it', to: toProductPath(id) } });
    } catch (error) {
      logError('A product could not be brought back:', error);
      const link = { text: 'Deleted products', to: DELETED_PRODUCTS };
      showToast({ text: toUndeleteFailure(name, error), link, tone: 'error' });
    }
  }

  return (
    <>
      <PageHead heading={`Delete ${name}?`} />
      <div className={styles.parts}>
        <div className={styles.product}>
          <Picture src={picture?.value ?? ''} alt="" sizes="8rem" className={styles.picture} />
          <p>
            <Link to={toProductPath(id)}>{name}</Link>
          </p>
        </div>
        <div className={styles.effects}>
          <section>
            <h2>What goes</h2>
            <ul>
              <li>Its page, and its place in every list and in the search</li>
              <li>
                Its price: a cart that holds it says “No longer sold”, and can’t be paid for until it is
                removed
              </li>
            </ul>
          </section>
          <section>
            <h2>What stays</h2>
            <ul>
              <li>Orders and enquiries about it</li>
              <li>Its history and pictures, for {RESTORABLE_DAYS} days</li>
            </ul>
          </section>
        </div>
        <p>
          You can undo this for 8 seconds. Later, staff restore it from{' '}
          <Link to={DELETED_PRODUCTS}>Deleted</Link> for {RESTORABLE_DAYS} days; then it is gone for good.
        </p>
        {problem === 'signed-out' && (
          <Notice
            tone="error"
            role="alert"
            actions={
              <ButtonLink kind="primary" to="/login" state={errand}>
                Sign in
              </ButtonLink>
            }
          >
            Only staff delete products. Sign in with a staff account; you come back here. Nothing was deleted.
          </Notice>
        )}
        {problem === 'failed' && (
          <Notice tone="error" role="alert">
            It could not be deleted on this device. Nothing was changed; try again.
          </Notice>
        )}
        <div className={styles.actions}>
          <CancelLink to={toProductPath(id)} />
          <Button kind="danger" disabled={isDeleting} onClick={() => void handleDelete()}>
            Delete Forever
          </Button>
        </div>
      </div>
    </>
  );
}

/** Says why a product could not be brought back. */
function toUndeleteFailure(name: string, error: unknown): string {
  const isRefused = error instanceof AppError && error.code !== 'unavailable';
  return isRefused
    ? `${name} could not be brought back: ${error.message}`
    : `${name} could not be brought back without a connection. It stays under Deleted.`;
}

/** Has the focus from the start, so that a hasty Enter deletes nothing. */
function CancelLink({ to }: { readonly to: string }) {
  return (
    <ButtonLink to={to} data-initial-focus ref={focusFirst}>
      Cancel
    </ButtonLink>
  );
}

function focusFirst(link: HTMLAnchorElement | null): void {
  link?.focus({ preventScroll: true });
}
