import { useCart } from '#pwa/data/cart/use-cart.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useOutbox } from '#pwa/data/queries/use-outbox.ts';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import { CartLines } from './cart-lines.tsx';
import styles from './checkout-page.module.css';
import { OrderSummary } from './order-summary.tsx';
import { useCartChanges } from './use-cart-changes.ts';

export function CheckoutPage() {
  const { items, count, isReady } = useCart();
  const changes = useCartChanges();
  const hasNoLines = items.length === 0 && changes.removed.length === 0;
  const isWaiting = !isReady && hasNoLines;
  const isEmpty = isReady && hasNoLines;
  return (
    <Page title="Your cart">
      <PageHead
        heading="Your cart"
        lead={
          count > 0
            ? `${count} ${count === 1 ? 'item' : 'items'}, kept on this device.`
            : 'What you add stays on this device, with or without a network, until you pay or remove it.'
        }
        actions={count > 0 && isReady && <CartState />}
      />
      {isWaiting && (
        <div role="status" className={classNames(styles.place, styles.waiting)}>
          <VisuallyHidden>Loading your cart</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton />
        </div>
      )}
      {isEmpty && (
        <div className={styles.place}>
          <EmptyState
            title="Nothing in your cart yet"
            actions={
              <ButtonLink kind="primary" to="/products">
                See the products
              </ButtonLink>
            }
          />
        </div>
      )}
      {!isWaiting && !isEmpty && (
        <div className={styles.columns}>
          <CartLines items={items} changes={changes} />
          <OrderSummary items={items} />
        </div>
      )}
    </Page>
  );
}

const CART = 'checkouts';

/** The sync state of the cart. */
function CartState() {
  const waiting = useOutbox().find(({ collection }) => collection === CART);
  const hasRejectedChange = useRejectedChanges({ collection: CART }).length > 0;
  if (hasRejectedChange) return <StateChip state="review" />;
  if (!waiting) return <StateChip state="confirmed" />;
  return <StateChip state={waiting.isSending ? 'sending' : 'saved'} />;
}
