import type { CartItem } from '#shared/collections/checkouts.ts';
import { toLineCents } from '#shared/domain/cart.ts';
import { toSummary, toThumbnail, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { QuantitySelect } from '#pwa/ui/quantity-select.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './checkout-page.module.css';
import { ProductLine } from './product-line.tsx';

interface CartLineProps {
  readonly item: CartItem;
  readonly onCount: (count: number) => void;
  readonly onRemove: () => void;
}

export function CartLine({ item, onCount, onRemove }: CartLineProps) {
  const { currency } = useShopConfig();
  const cents = toLineCents(item);
  const { isOnline } = useConnection();
  const { status, product } = useProduct(item.FBUID);
  const unitCents = product && toUnitPriceCents(product);
  const hasOtherPrice = unitCents !== undefined && unitCents !== toUnitPriceCents(item);
  return (
    <ProductLine
      isLarge
      productId={item.FBUID}
      name={item.productName}
      picture={toThumbnail(item)}
      price={cents === undefined ? 'Price on enquiry' : formatCents(cents, currency)}
      controls={
        <>
          <QuantitySelect
            aria-label={`Quantity of ${item.productName}`}
            value={item.productCount}
            onChange={onCount}
          />
          <Button kind="plain" onClick={onRemove}>
            Remove<VisuallyHidden> {item.productName}</VisuallyHidden>
          </Button>
        </>
      }
    >
      <p>{toSummary(item).label}</p>
      {/* Offline, the product may only be missing from this device. */}
      {isOnline && status === 'missing' && (
        <p className={styles.cartLineGone}>No longer sold. Remove it to go on to the payment.</p>
      )}
      {hasOtherPrice && (
        <p className={styles.cartLineRepriced}>
          Its price has changed since you added it: you pay {formatCents(unitCents, currency)} each.
        </p>
      )}
    </ProductLine>
  );
}
