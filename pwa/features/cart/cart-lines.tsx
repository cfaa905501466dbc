import type { CartItem } from '#shared/collections/checkouts.ts';
import { Button } from '#pwa/ui/button.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { CartLine } from './cart-line.tsx';
import styles from './checkout-page.module.css';
import type { CartChanges } from './use-cart-changes.ts';

interface CartLinesProps {
  readonly items: readonly CartItem[];
  readonly changes: CartChanges;
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

interface RemovedLineProps {
  readonly item: CartItem;
  readonly onUndo: () => void;
}

/** What a removed line leaves behind. The focus comes here, for the button it was on is gone. */
function RemovedLine({ item, onUndo }: RemovedLineProps) {
  return (
    <li className={styles.removedLine}>
      <p>{item.productName} removed.</p>
      <Button kind="plain" ref={focusOnArrival} onClick={onUndo}>
        Undo<VisuallyHidden> removing {item.productName}</VisuallyHidden>
      </Button>
    </li>
  );
}

/** Once the button goes too, by itself or because it was pressed, the focus goes on to the heading. */
function focusOnArrival(button: HTMLButtonElement) {
  button.focus();
  return () => {
    if (document.activeElement !== button) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  };
}
