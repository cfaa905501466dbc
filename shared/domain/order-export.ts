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
  /** As shown in the list. */
  readonly status: string;
}

/** Orders as CSV for spreadsheets, a row per order line; no text in it runs as a formula. */
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

/** Orders as a JSON list without sync fields, which `nankeen import ukraines` reads too. */
export function toOrdersJson(orders: readonly ExportedOrder[]): string {
  const documents = orders.map(({ order: { writeId: _writeId, sync: _sync, ...content } }) => content);
  return `${JSON.stringify(documents, null, 2)}\n`;
}
