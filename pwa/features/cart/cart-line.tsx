import { toLineCents } from '#shared/domain/cart.ts';
import type { PricedLine } from '#shared/domain/priced-line.ts';
import { toSummary, toThumbnail } from '#shared/domain/product-entries.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { QuantitySelect } from '#pwa/ui/quantity-select.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './checkout-page.module.css';
import { ProductLine } from './product-line.tsx';

interface CartLineProps {
  readonly line: PricedLine;
  readonly onCount: (count: number) => void;
  readonly onRemove: () => void;
}

const PROBLEMS = {
  gone: 'No longer sold. Remove it to go on to the payment.',
  unpriced: 'This has no price at the moment. Remove it to go on to the payment.',
};

export function CartLine({ line, onCount, onRemove }: CartLineProps) {
  const { item, wasCents, problem } = line;
  return (
    <ProductLine
      isLarge
      productId={item.FBUID}
      name={item.productName}
      picture={toThumbnail(item)}
      price={<LinePrice line={line} />}
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
      {problem && <p className={styles.cartLineProblem}>{PROBLEMS[problem]}</p>}
      {wasCents !== undefined && (
        <p className={styles.cartLineRepriced}>The price has changed since you added this.</p>
      )}
    </ProductLine>
  );
}

function LinePrice({ line: { item, wasCents, problem } }: { readonly line: PricedLine }) {
  const { currency } = useShopConfig();
  const cents = toLineCents(item);
  if (problem === 'gone') return 'Not sold';
  if (cents === undefined) return 'Price on enquiry';
  if (wasCents === undefined) return formatCents(cents, currency);
  return (
    <>
      <span className={styles.cartLineWas}>
        was <s>{formatCents(wasCents, currency)}</s> now
      </span>{' '}
      {formatCents(cents, currency)}
    </>
  );
}
