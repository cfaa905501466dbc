import type { PurchaseOrder, SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { COMPONENT_CATALOGUE, type CatalogueComponent } from './component-catalogue.ts';

/** An order's own fields. */
export type OrderContent = Omit<PurchaseOrder, 'FBUID' | 'createdAt' | 'writeId' | 'sync'>;

/** A purchase order before it is confirmed. */
export interface DraftOrderContent {
  /** Empty until chosen. */
  readonly role: PurchaseOrder['role'] | '';
  readonly engineeringNeeds: PurchaseOrder['engineeringNeeds'];
  readonly missionType: PurchaseOrder['missionType'];
  /** In the catalogue's order, each with the USD price it was picked at. */
  readonly lines: readonly SelectedComponent[];
}

export const EMPTY_DRAFT_ORDER: DraftOrderContent = {
  role: '',
  engineeringNeeds: '',
  missionType: '',
  lines: [],
};

/** Adds a component with quantity 1, or removes it if it is selected. */
export function toggleComponent(
  content: DraftOrderContent,
  component: CatalogueComponent,
): DraftOrderContent {
  const { lines } = content;
  const rest = lines.filter(({ name }) => name !== component.name);
  if (rest.length < lines.length) return { ...content, lines: rest };
  const { name, price } = component;
  return { ...content, lines: inCatalogueOrder([...lines, { name, quantity: 1, price }]) };
}

/** Whether a quantity can be ordered: a whole number from 1 to 100,000. */
export function isOrderQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
}

export const MAX_QUANTITY = 100_000;
export const WRONG_QUANTITY = 'A quantity is a whole number from 1 to 100,000.';

/** Sets a quantity; an invalid quantity or an unselected component changes nothing. */
export function setComponentQuantity(
  content: DraftOrderContent,
  name: string,
  quantity: number,
): DraftOrderContent {
  if (!isOrderQuantity(quantity)) return content;
  const lines = content.lines.map((line) => (line.name === name ? { ...line, quantity } : line));
  return { ...content, lines };
}

/** Adds the lines of a list; a component that is already selected gets the list's quantity. */
export function takeLines(
  content: DraftOrderContent,
  added: readonly SelectedComponent[],
): DraftOrderContent {
  const byName = new Map(content.lines.map((line) => [line.name, line]));
  for (const line of added) {
    const kept = byName.get(line.name);
    byName.set(line.name, kept ? { ...kept, quantity: line.quantity } : line);
  }
  return { ...content, lines: inCatalogueOrder([...byName.values()]) };
}

/** Converts a draft order to an order, without answers to questions that its role isn't asked. */
export function toOrderContent(
  {
    role,
    engineeringNeeds,
    missionType,
    lines,
  }: DraftOrderContent & { readonly role: PurchaseOrder['role'] },
  templateImage = '',
): OrderContent {
  return {
    templateImage,
    selectedComponents: inCatalogueOrder(lines).map(({ name, quantity, price }) => ({
      name,
      quantity,
      price,
    })),
    role,
    engineeringNeeds: role === 'Drone Engineer' ? engineeringNeeds : '',
    missionType: role === 'Drone Pilot' ? missionType : '',
  };
}

/** Converts a confirmed order to a draft order for editing. */
export function toDraftOrderContent(order: OrderContent): DraftOrderContent {
  const { role, engineeringNeeds, missionType, selectedComponents } = order;
  return { role, engineeringNeeds, missionType, lines: selectedComponents };
}

/** Title of a draft order: its most expensive line, as in `6007 Lift Motor and 2 more`. */
export function toDraftOrderTitle({ lines }: Pick<DraftOrderContent, 'lines'>): string {
  const [first] = [...lines].sort((a, b) => b.price * b.quantity - a.price * a.quantity);
  if (!first) return 'Nothing selected yet';
  return lines.length === 1 ? first.name : `${first.name} and ${lines.length - 1} more`;
}

const PLACES = new Map(
  Object.values(COMPONENT_CATALOGUE)
    .flat()
    .map(({ name }, place) => [name, place]),
);

/** Components that are no longer in the catalogue come last. */
function inCatalogueOrder(lines: readonly SelectedComponent[]): readonly SelectedComponent[] {
  const placeOf = ({ name }: SelectedComponent) => PLACES.get(name) ?? PLACES.size;
  return [...lines].sort((a, b) => placeOf(a) - placeOf(b));
}
