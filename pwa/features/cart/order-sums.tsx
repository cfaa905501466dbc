import type { OrderTotals } from '#shared/domain/order-totals.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';

interface OrderSumsProps {
  readonly totals: OrderTotals;
  readonly currency: string;
}

export function OrderSums({ totals, currency }: OrderSumsProps) {
  return (
    <DescriptionList layout="apart">
      <Description name="Sub Total">{formatCents(totals.subTotal, currency)}</Description>
      <Description name="GST">{formatCents(totals.gst, currency)}</Description>
      <Description name="Total" isTotal>
        {formatCents(totals.total, currency)}
      </Description>
    </DescriptionList>
  );
}
