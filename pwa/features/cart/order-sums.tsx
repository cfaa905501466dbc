import { toTotals } from '#shared/domain/order-totals.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';

interface OrderSumsProps {
  readonly totalCents: number;
  readonly currency: string;
}

export function OrderSums({ totalCents, currency }: OrderSumsProps) {
  const { gstRule } = useShopConfig();
  const { subTotal, gst, total } = toTotals(totalCents, gstRule);
  return (
    <DescriptionList layout="apart">
      <Description name="Sub Total">{formatCents(subTotal, currency)}</Description>
      <Description name="GST">{formatCents(gst, currency)}</Description>
      <Description name="Total" isTotal>
        {formatCents(total, currency)}
      </Description>
    </DescriptionList>
  );
}
