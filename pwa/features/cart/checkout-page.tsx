import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CANCELLED_QUERY } from '#shared/api/payment-addresses.ts';
import { ORDERED, readEmptiedCart, type EmptiedCart } from '#pwa/data/cart/orders.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { usePricedCart } from '#pwa/data/cart/use-priced-cart.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { ButtonLink, Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useHydrated } from '#pwa/ui/use-hydrated.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useOutbox } from '#pwa/data/queries/use-outbox.ts';
import { StateChip, type ChipState } from '#pwa/ui/state-chip.tsx';
import { CartLines } from './cart-lines.tsx';
import styles from './checkout-page.module.css';
import { OrderSummary } from './order-summary.tsx';
import { useCartChanges } from './use-cart-changes.ts';
import { useRestore } from './use-restore.ts';
import { toRestorable } from './restorable.ts';
import { usePaymentStatus } from './use-payment-status.ts';

export function CheckoutPage() {
  const { items, count, isReady } = useCart();
  const lines = usePricedCart(items);
  const changes = useCartChanges();
  const hasNoLines = items.length === 0 && changes.removed.length === 0;
  const isWaiting = !isReady && hasNoLines;
  const isEmpty = isReady && hasNoLines;
  const trouble = useCartTrouble();
  const isCancelled = useIsCancelled();
  return (
    <Page title="Your cart">
      <PageHead
        heading="Your cart"
        lead={
          count > 0
            ? `${count} ${count === 1 ? 'item' : 'items'}, saved on this device${trouble ? '' : ', with a copy on our server'}.`
            : 'What you add is saved on this device, even without a connection. Our server gets a copy when there is one.'
        }
        actions={count > 0 && trouble && <StateChip state={trouble} />}
      />
      {isCancelled && (
        <div className={styles.cancelled}>
          <Notice role="status">Payment cancelled. Nothing was charged.</Notice>
        </div>
      )}
      {isWaiting && (
        <div role="status" className={classNames(styles.place, styles.waiting)}>
          <VisuallyHidden>Loading your cart</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton />
        </div>
      )}
      {isEmpty && <EmptyCart />}
      {!isWaiting && !isEmpty && (
        <div className={styles.columns}>
          <CartLines lines={lines} changes={changes} />
          <OrderSummary lines={lines} />
        </div>
      )}
    </Page>
  );
}

function EmptyCart() {
  const app = useAppStore();
  const [emptied] = useState(() => readEmptiedCart(app));
  return (
    <div className={styles.place}>
      <EmptyState
        title="Nothing in your cart yet"
        actions={
          <ButtonLink kind="primary" to="/products">
            See the products
          </ButtonLink>
        }
      />
      {emptied && <EmptiedCartOffer emptied={emptied} />}
    </div>
  );
}

/** Whether the person has just come back from the payment page without paying. The address forgets it at once. */
function useIsCancelled(): boolean {
  const [query, setQuery] = useSearchParams();
  const isHydrated = useHydrated();
  const [isCancelled] = useState(() => query.has(CANCELLED_QUERY));
  useEffect(() => {
    if (query.has(CANCELLED_QUERY)) setQuery({}, { replace: true });
  }, [query, setQuery]);
  return isHydrated && isCancelled;
}

const CART = 'checkouts';

/** Set while the server has no copy of the cart as it is. A copy that is on its way is no trouble. */
function useCartTrouble(): ChipState | undefined {
  const { isOnline } = useConnection();
  const waiting = useOutbox()?.find(({ collection }) => collection === CART);
  const [rejectedChange] = useRejectedChanges({ collection: CART }) ?? [];
  if (rejectedChange) return 'review';
  return waiting && (!isOnline || waiting.isParked) ? 'saved' : undefined;
}

/** Offers the cart that the success page emptied, unless it has been paid for. */
function EmptiedCartOffer({ emptied }: { readonly emptied: EmptiedCart }) {
  const { sessionId } = emptied;
  const { status, order } = usePaymentStatus(sessionId);
  const restore = useRestore();
  const items = toRestorable(emptied, { sessionId, status, order });
  if (items.length === 0) return null;
  // Of a paid order, only what was not part of it.
  const isLeftOver = ORDERED.has(status);
  return (
    <Notice
      actions={
        <Button onClick={() => void restore(items)}>
          {isLeftOver ? 'Put back' : 'Restore my last order'}
        </Button>
      }
    >
      {isLeftOver
        ? 'What was not part of your last order is still on this device.'
        : 'Your last order is still on this device.'}
    </Notice>
  );
}
