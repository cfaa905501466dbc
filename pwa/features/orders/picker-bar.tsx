import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { PURCHASE_ORDER_CURRENCY, toPurchaseOrderTotalCents } from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './order-picker.module.css';

interface PickerBarProps {
  readonly lines: readonly SelectedComponent[];
  /** Whether this changes a confirmed order. */
  readonly isChange: boolean;
  readonly isConfirming: boolean;
  readonly onConfirm: () => void;
}

/** The running total and the confirm button, always within reach of a thumb. */
export function PickerBar({ lines, isChange, isConfirming, onConfirm }: PickerBarProps) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className={styles.pickerBar} data-screen-only>
      <p className={styles.pickerBarSum} role="status">
        <strong className={styles.pickerBarTotal}>
          {formatCents(toPurchaseOrderTotalCents(lines), PURCHASE_ORDER_CURRENCY)}
        </strong>
        <span className={styles.pickerBarCount}>
          {lines.length === 0
            ? 'Nothing selected'
            : `${lines.length} ${lines.length === 1 ? 'component' : 'components'}, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`}
        </span>
      </p>
      <Button kind="primary" disabled={lines.length === 0 || isConfirming} onClick={onConfirm}>
        {isChange ? 'Confirm change' : 'Confirm'}
      </Button>
    </div>
  );
}
