import { toPurchaseOrderFacts } from '#shared/domain/purchase-order.ts';
import { isOffsetIso } from '#shared/kernel/clock.ts';

const NAME_FIELDS = ['contactName', 'productName', 'templateName', 'profileNameGiven'];

/** A name that identifies the document: its name field, or a purchase order's number. Empty if it has neither. */
export function subjectOf(content: Readonly<Record<string, unknown>>): string {
  const name = NAME_FIELDS.map((field) => content[field]).find(
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
