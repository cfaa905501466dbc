import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import {
  FREIGHT,
  PURCHASE_ORDER_CURRENCY,
  toLineCents,
  toPurchaseOrderFacts,
  toPurchaseOrderTotalCents,
} from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { formatCivilDate } from './civil-date.tsx';

/** A purchase order as plain text for a message. */
export function toOrderText(order: PurchaseOrder, revision: string): string {
  const { date, expiry, poNumber, reference } = toPurchaseOrderFacts(order);
  const { selectedComponents, role, engineeringNeeds, missionType } = order;
  const total = formatCents(toPurchaseOrderTotalCents(selectedComponents), PURCHASE_ORDER_CURRENCY);
  const lines = selectedComponents.map(
    (line, index) =>
      `${index + 1}. ${line.name}: ${line.quantity} × ${formatAmount(Math.round(line.price * 100))} = ${formatAmount(toLineCents(line))}`,
  );
  return [
    `Nankeen purchase order ${poNumber}, reference ${reference}, ${revision}`,
    `Date: ${formatCivilDate(date)}`,
    `Expiry: ${formatCivilDate(expiry)}`,
    `Role: ${role}`,
    ...(engineeringNeeds ? [`Engineering needs: ${engineeringNeeds}`] : []),
    ...(missionType ? [`Mission type: ${missionType}`] : []),
    '',
    ...lines,
    '',
    `Currency: ${PURCHASE_ORDER_CURRENCY}`,
    `Freight: ${FREIGHT}`,
    `Sub total: ${total}`,
    `Total: ${total}`,
  ].join('\n');
}

const FORMAT = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats integer cents without the currency, which a heading names: `7,920.00`. */
export function formatAmount(cents: number): string {
  return FORMAT.format(cents / 100);
}
