import type { OrderTotals } from '#shared/domain/order-totals.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Fact, Facts } from '#pwa/ui/facts.tsx';

interface OrderSumsProps {
  readonly totals: OrderTotals;
  readonly currency: string;
}

export function OrderSums({ totals, currency }: OrderSumsProps) {
  return (
    <Facts layout="apart">
      <Fact name="Sub Total">{formatCents(totals.subTotal, currency)}</Fact>
      <Fact name="GST">{formatCents(totals.gst, currency)}</Fact>
      <Fact name="Total" isTotal>
        {formatCents(totals.total, currency)}
      </Fact>
    </Facts>
  );
}
