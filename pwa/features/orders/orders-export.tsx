import { toOrdersCsv, toOrdersNdjson } from '#shared/domain/order-export.ts';
import { Button } from '#pwa/ui/button.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { STATUS_TEXTS } from './order-status-chip.tsx';
import styles from './orders-page.module.css';
import type { ListedOrder } from './use-listed-orders.ts';
import { useToday } from './use-today.ts';

/** Takes along what the list shows, as a table or as documents. */
export function OrdersExport({ orders }: { readonly orders: readonly ListedOrder[] }) {
  const name = `purchase-orders-${useToday()}`;
  const exported = orders.map(({ order, status }) => ({ order, status: STATUS_TEXTS[status] }));
  return (
    <div className={styles.ordersExport}>
      <Button
        kind="plain"
        disabled={orders.length === 0}
        onClick={() => saveFile(`${name}.csv`, toOrdersCsv(exported), 'text/csv')}
      >
        Export CSV
      </Button>
      <Button
        kind="plain"
        disabled={orders.length === 0}
        onClick={() => saveFile(`${name}.ndjson`, toOrdersNdjson(exported), 'application/x-ndjson')}
      >
        Export JSON
      </Button>
    </div>
  );
}
