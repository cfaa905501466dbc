import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toCsvRow, toCsvText } from '#shared/import/csv-cell.ts';
import { centsToDecimal } from '#shared/kernel/money.ts';
import {
  PURCHASE_ORDER_CURRENCY,
  toLineCents,
  toPurchaseOrderFacts,
  toPurchaseOrderTotalCents,
} from './purchase-order.ts';

const TITLES = [
  'PO number',
  'Reference',
  'Id',
  'Date',
  'Expiry',
  'Status',
  'Role',
  'Engineering needs',
  'Mission type',
  'Component',
  'Quantity',
  `Unit price ${PURCHASE_ORDER_CURRENCY}`,
  `Line total ${PURCHASE_ORDER_CURRENCY}`,
  `Order total ${PURCHASE_ORDER_CURRENCY}`,
];

export interface ExportedOrder {
  readonly order: PurchaseOrder;
  /** As the list shows it. */
  readonly status: string;
}

/** Orders as a table for spreadsheets, a row for each line of an order; no text of it is run as a formula. */
export function toOrdersCsv(orders: readonly ExportedOrder[]): string {
  const rows = orders.flatMap(({ order, status }) => {
    const { poNumber, reference, date, expiry } = toPurchaseOrderFacts(order);
    const total = centsToDecimal(toPurchaseOrderTotalCents(order.selectedComponents));
    const { role, engineeringNeeds, missionType } = order;
    const head = [
      poNumber,
      reference,
      order.FBUID,
      date,
      expiry,
      status,
      role,
      engineeringNeeds,
      missionType,
    ];
    return order.selectedComponents.map((line) => [
      ...head.map(toCsvText),
      toCsvText(line.name),
      String(line.quantity),
      centsToDecimal(Math.round(line.price * 100)),
      centsToDecimal(toLineCents(line)),
      total,
    ]);
  });
  return [TITLES, ...rows].map(toCsvRow).join('');
}

/** Orders as `nankeen import ukraines` reads them: one document a line, without what belongs to synchronisation. */
export function toOrdersNdjson(orders: readonly ExportedOrder[]): string {
  return orders
    .map(({ order: { writeId: _writeId, sync: _sync, ...content } }) => `${JSON.stringify(content)}\n`)
    .join('');
}
