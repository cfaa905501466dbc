import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { TODAYS_PRICES } from '#shared/domain/component-catalogue.ts';
import { findPriceChanges } from '#shared/domain/order-prices.ts';
import { PURCHASE_ORDER_CURRENCY } from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { formatCivilDate } from './civil-date.tsx';
import styles from './order-picker.module.css';

interface PriceNoticeProps {
  readonly lines: readonly SelectedComponent[];
  readonly onRenew: () => void;
}

/** Lists the lines with prices of an earlier list. They stay unless the person takes today's. */
export function PriceNotice({ lines, onRenew }: PriceNoticeProps) {
  const changes = findPriceChanges(lines);
  if (changes.length === 0) return null;
  const canRenew = changes.some(({ now }) => now !== undefined);
  return (
    <Notice
      tone="pending"
      role="status"
      actions={canRenew && <Button onClick={onRenew}>Use today’s prices</Button>}
    >
      This order has prices of an earlier price list and keeps them. In the list of{' '}
      {formatCivilDate(TODAYS_PRICES.validFrom)}:
      <ul className={styles.priceNotice}>
        {changes.map(({ name, was, now }) => (
          <li key={name}>
            {name}: <s>{format(was)}</s> {now === undefined ? 'no longer offered' : format(now)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function format(price: number): string {
  return formatCents(Math.round(price * 100), PURCHASE_ORDER_CURRENCY);
}
