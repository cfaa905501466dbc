import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { categoryOf } from '#shared/domain/order-prices.ts';
import { toLineCents } from '#shared/domain/purchase-order.ts';
import { formatAmount } from './order-text.ts';
import styles from './review-order.module.css';

/** The parts list. Its head repeats on every printed page. */
export function OrderLines({ lines }: { readonly lines: readonly SelectedComponent[] }) {
  return (
    <table className={styles.orderLinesTable}>
      <caption className={styles.orderLinesCaption}>Parts list, prices in USD</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.orderLinesPlace}>
            No.
          </th>
          <th scope="col">Component</th>
          <th scope="col" className={styles.orderLinesWide}>
            Category
          </th>
          <th scope="col" className={`${styles.orderLinesNumber} ${styles.orderLinesWide}`}>
            Qty
          </th>
          <th scope="col" className={`${styles.orderLinesNumber} ${styles.orderLinesWide}`}>
            Unit price
          </th>
          <th scope="col" className={styles.orderLinesNumber}>
            Line total
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <Line key={line.name} line={line} position={index + 1} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ line, position }: { readonly line: SelectedComponent; readonly position: number }) {
  const category = categoryOf(line.name) ?? 'Other';
  const quantity = line.quantity.toLocaleString('en-AU');
  const price = formatAmount(Math.round(line.price * 100));
  return (
    <tr>
      <td className={styles.orderLinesPlace}>{position}</td>
      <th scope="row">
        {line.name}
        <span className={styles.orderLinesNarrow}>
          {quantity} × {price}
          <br />
          {category}
        </span>
      </th>
      <td className={styles.orderLinesWide}>{category}</td>
      <td className={`${styles.orderLinesNumber} ${styles.orderLinesWide}`}>{quantity}</td>
      <td className={`${styles.orderLinesNumber} ${styles.orderLinesWide}`}>{price}</td>
      <td className={styles.orderLinesNumber}>{formatAmount(toLineCents(line))}</td>
    </tr>
  );
}
