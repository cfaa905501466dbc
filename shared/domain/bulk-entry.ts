import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { COMPONENT_CATALOGUE, type CatalogueComponent } from './component-catalogue.ts';
import { isOrderQuantity, WRONG_QUANTITY } from './draft-order.ts';

/** An unreadable line, as written. */
export interface BulkFault {
  readonly text: string;
  /** Shown to the user. */
  readonly reason: string;
}

export interface BulkEntry {
  readonly lines: readonly SelectedComponent[];
  readonly faults: readonly BulkFault[];
}

/**
 * Reads a typed or pasted list: one component per line, its quantity before or after the name (`12 FPV Goggles`,
 * `FPV Goggles x 12`, `FPV Goggles, 12`), 1 if absent. Quantities of a repeated component are added up. An order copied
 * as text is read too; its head and foot are skipped.
 */
export function readBulkEntry(text: string): BulkEntry {
  const lines = new Map<string, SelectedComponent>();
  const faults: BulkFault[] = [];
  for (const written of text.split(/\r?\n/)) {
    const line = written.trim();
    if (line === '' || ORDER_FRAME.test(line)) continue;
    const found = readLine(line);
    if (!found) {
      faults.push({ text: line, reason: toReason(line) });
      continue;
    }
    const { name, price } = found.component;
    const quantity = (lines.get(name)?.quantity ?? 0) + found.quantity;
    if (isOrderQuantity(quantity)) lines.set(name, { name, quantity, price });
    else faults.push({ text: line, reason: WRONG_QUANTITY });
  }
  return { lines: [...lines.values()], faults };
}

const COMPONENTS = new Map(
  Object.values(COMPONENT_CATALOGUE)
    .flat()
    .map((component) => [toKey(component.name), component]),
);

function toKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('en-AU');
}

/** Component names may begin or end with a number, so a whole name is tried before a name with a quantity. */
const FORMS = [
  // A line of an order copied as text.
  /^\d+\. (?<name>.+): (?<quantity>\d{1,9}) × [\d.,]+ = [\d.,]+$/,
  /^(?<name>.+)$/,
  /^(?<quantity>\d{1,9})\s*(?:[x×*]\s*|[,;:\t]\s*|\s)(?<name>.+)$/i,
  /^(?<name>.+?)(?:\s*[,;:\t]\s*|\s+[x×*]\s*|\s+)(?<quantity>\d{1,9})$/i,
];

/** The lines around the components of an order copied as text. */
const ORDER_FRAME =
  /^(?:Nankeen purchase order PO-|(?:Date|Expiry|Role|Engineering needs|Mission type|Currency|Freight|Sub total|Total): )/;

function readLine(line: string): { component: CatalogueComponent; quantity: number } | undefined {
  for (const form of FORMS) {
    const { name = '', quantity = '1' } = form.exec(line)?.groups ?? {};
    const component = COMPONENTS.get(toKey(name));
    if (component) return { component, quantity: Number(quantity) };
  }
  return undefined;
}

/** Suggests components if the line contains part of a name. */
function toReason(line: string): string {
  const words = toKey(line.replaceAll(/[,;:×*\t]/g, ' '))
    .split(' ')
    .filter((word) => word.length > 2 && !/^\d+$/.test(word));
  const near = [...COMPONENTS].filter(
    ([key]) => words.length > 0 && words.every((word) => key.includes(word)),
  );
  const names = near.slice(0, 3).map(([, { name }]) => name);
  if (names.length === 0) return 'There is no such component in the catalogue.';
  return `There is no component of exactly this name. Did you mean ${names.join(' or ')}?`;
}
