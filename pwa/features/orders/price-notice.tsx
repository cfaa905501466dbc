import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { PRICE_LISTS, TODAYS_PRICES, type PriceList } from '#shared/domain/component-catalogue.ts';
import { findPriceChanges, type PriceChange } from '#shared/domain/order-prices.ts';
import { PURCHASE_ORDER_CURRENCY } from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { formatCivilDate } from './civil-date.tsx';
import styles from './order-picker.module.css';

interface PriceNoticeProps {
  readonly lines: readonly SelectedComponent[];
  readonly onRenew: () => void;
  /** Oldest first. */
  readonly lists?: readonly PriceList[];
}

/** Lists the lines at other prices than today's. They stay unless the person takes today's. */
export function PriceNotice({ lines, onRenew, lists = PRICE_LISTS }: PriceNoticeProps) {
  const changes = findPriceChanges(lines, lists);
  if (changes.length === 0) return null;
  const canRenew = changes.some(({ now }) => now !== undefined);
  return (
    <Notice
      tone="pending"
      role="status"
      actions={canRenew && <Button onClick={onRenew}>Use today’s prices</Button>}
    >
      {changes.some(({ isOurs }) => isOurs) &&
        'This order has prices of an earlier price list and keeps them. '}
      In the list of {formatCivilDate((lists.at(-1) ?? TODAYS_PRICES).validFrom)}:
      <ul className={styles.priceNotice}>
        {changes.map((change) => (
          <li key={change.name}>
            {change.name}: <s>{format(change.was)}</s> {toText(change)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function toText({ now, isOurs }: PriceChange): string {
  if (isOurs) return now === undefined ? 'no longer offered' : format(now);
  const today = now === undefined ? 'not offered' : format(now);
  return `${today}. This price was never ours; the order will be refused with it.`;
}

function format(price: number): string {
  return formatCents(Math.round(price * 100), PURCHASE_ORDER_CURRENCY);
}
