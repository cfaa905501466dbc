import type { CartItem } from '#shared/collections/checkouts.ts';
import { Button } from '#pwa/ui/button.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './checkout-page.module.css';

interface RemovedLineProps {
  readonly item: CartItem;
  readonly onUndo: () => void;
}

/** What a removed line leaves behind. The focus comes here, for the button it was on is gone. */
export function RemovedLine({ item, onUndo }: RemovedLineProps) {
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
