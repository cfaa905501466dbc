import type { OrderTotals } from '#shared/domain/order-totals.ts';
import { formatCents } from '#shared/kernel/money.ts';
import styles from './order-sums.module.css';

interface OrderSumsProps {
  readonly totals: OrderTotals;
  readonly currency: string;
}

export function OrderSums({ totals, currency }: OrderSumsProps) {
  return (
    <dl className={styles.sums}>
      <Sum label="Sub Total" value={formatCents(totals.subTotal, currency)} />
      <Sum label="GST" value={formatCents(totals.gst, currency)} />
      <Sum label="Total" value={formatCents(totals.total, currency)} />
    </dl>
  );
}

function Sum({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={styles.sum}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
