import type { CartItem } from '#shared/collections/checkouts.ts';
import { CartLine } from './cart-line.tsx';
import styles from './checkout-page.module.css';
import { RemovedLine } from './removed-line.tsx';
import type { BagChanges } from './use-bag-changes.ts';

interface CartLinesProps {
  readonly items: readonly CartItem[];
  readonly changes: BagChanges;
}

export function CartLines({ items, changes }: CartLinesProps) {
  return (
    <section aria-label="Items in your bag">
      <ul className={styles.cartLines}>
        {items.map((item) => (
          <CartLine
            key={item.FBUID}
            item={item}
            onCount={(count) => void changes.changeCount(item, count)}
            onRemove={() => void changes.remove(item)}
          />
        ))}
        {changes.removed.map((item) => (
          <RemovedLine key={`removed ${item.FBUID}`} item={item} onUndo={() => void changes.undo(item)} />
        ))}
      </ul>
    </section>
  );
}
