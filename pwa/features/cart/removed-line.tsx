import type { CartItem } from '#shared/collections/checkouts.ts';
import { Button } from '#pwa/ui/button.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './removed-line.module.css';

interface RemovedLineProps {
  readonly item: CartItem;
  readonly onUndo: () => void;
}

/** What a removed line leaves behind. The focus comes here, for the button it was on is gone. */
export function RemovedLine({ item, onUndo }: RemovedLineProps) {
  return (
    <li className={styles.line}>
      <p role="status">{item.productName} removed.</p>
      <Button kind="plain" ref={focusOnArrival} onClick={onUndo}>
        Undo<VisuallyHidden> removing {item.productName}</VisuallyHidden>
      </Button>
    </li>
  );
}

function focusOnArrival(button: HTMLButtonElement | null) {
  button?.focus();
}
