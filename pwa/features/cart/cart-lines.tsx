import type { CartItem } from '#shared/collections/checkouts.ts';
import { CartLine } from './cart-line.tsx';
import styles from './cart-lines.module.css';
import { RemovedLine } from './removed-line.tsx';
import type { RemovedItems } from './use-removed-items.ts';

interface CartLinesProps {
  readonly items: readonly CartItem[];
  readonly removals: RemovedItems;
}

export function CartLines({ items, removals }: CartLinesProps) {
  return (
    <section aria-label="Items in your bag">
      <ul className={styles.lines}>
        {items.map((item) => (
          <CartLine key={item.FBUID} item={item} onRemove={() => void removals.remove(item)} />
        ))}
        {removals.removed.map((item) => (
          <RemovedLine key={`removed ${item.FBUID}`} item={item} onUndo={() => void removals.undo(item)} />
        ))}
      </ul>
    </section>
  );
}
