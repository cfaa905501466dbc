import type { OrderView } from '#shared/api/order-routes.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import styles from './paid-orders.module.css';

/** What was bought: quantities, prices and totals. */
export function OrderLinesTable({ order }: { readonly order: OrderView }) {
  const { orderLines, orderTotalCents, orderGstCents, orderCurrency, orderRefunds } = order;
  const money = (cents: number) => formatCents(cents, orderCurrency);
  const given = orderRefunds.reduce(
    (sum, { state, cents }) => (state === 'succeeded' ? sum + cents : sum),
    0,
  );
  return (
    <>
      <div className={styles.linesFrame}>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Quantity</th>
              <th scope="col" className={styles.unit}>
                Price
              </th>
              <th scope="col">Sum</th>
            </tr>
          </thead>
          <tbody>
            {orderLines.map(({ productId, name, quantity, unitCents }) => (
              <tr key={productId}>
                <th scope="row">{name}</th>
                <td>{quantity}</td>
                <td className={styles.unit}>{money(unitCents)}</td>
                <td>{money(quantity * unitCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DescriptionList layout="apart">
        <Description name="Sub Total">{money(orderTotalCents - orderGstCents)}</Description>
        <Description name="GST">{money(orderGstCents)}</Description>
        <Description name="Total including GST" isTotal>
          {money(orderTotalCents)}
        </Description>
        {given > 0 && <Description name="Refunded">{money(given)}</Description>}
      </DescriptionList>
    </>
  );
}
