import { toPurchaseOrderFacts } from '#shared/domain/purchase-order.ts';
import { isOffsetIso } from '#shared/kernel/clock.ts';

const NAMING = ['contactName', 'productName', 'templateName', 'profileNameGiven'];

/** What tells a document from others of its kind: the name in it, or a purchase order's number, where it has one. */
export function subjectOf(content: Readonly<Record<string, unknown>>): string {
  const name = NAMING.map((field) => content[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof name === 'string' ? name : toOrderNumber(content);
}

function toOrderNumber({ FBUID, createdAt, selectedComponents }: Readonly<Record<string, unknown>>): string {
  if (!Array.isArray(selectedComponents) || typeof FBUID !== 'string') return '';
  if (typeof createdAt !== 'string' || !isOffsetIso(createdAt)) return '';
  const { poNumber, reference } = toPurchaseOrderFacts({ FBUID, createdAt });
  return `${poNumber} ${reference}`;
}
