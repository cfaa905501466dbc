import type { CartItem } from '#shared/collections/checkouts.ts';
import type { PricedLine } from '#shared/domain/priced-line.ts';
import { Button } from '#pwa/ui/button.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { CartLine } from './cart-line.tsx';
import styles from './checkout-page.module.css';
import type { CartChanges } from './use-cart-changes.ts';

interface CartLinesProps {
  readonly lines: readonly PricedLine[];
  readonly changes: CartChanges;
}

export function CartLines({ lines, changes }: CartLinesProps) {
  return (
    <section aria-label="Items in your cart">
      <ul className={styles.cartLines}>
        {lines.map((line) => (
          <CartLine
            key={line.item.FBUID}
            line={line}
            onCount={(count) => void changes.changeCount(line.added, count)}
            onRemove={() => void changes.remove(line.added)}
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

/** Replaces a removed line. Takes the focus, because the Remove button that had it is gone. */
function RemovedLine({ item, onUndo }: RemovedLineProps) {
  return (
    <li className={styles.removedLine}>
      <p>{item.productName} removed.</p>
      <Button kind="plain" ref={focusOnMount} onClick={onUndo}>
        Undo<VisuallyHidden> removing {item.productName}</VisuallyHidden>
      </Button>
    </li>
  );
}

/** When the button disappears, after its timeout or a press, moves the focus to the heading. */
function focusOnMount(button: HTMLButtonElement) {
  button.focus();
  return () => {
    if (document.activeElement !== button) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  };
}
