import type { PurchaseOrder, SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { COMPONENT_CATALOGUE, type CatalogueComponent } from './component-catalogue.ts';

/** An order's own fields. */
export type OrderContent = Omit<PurchaseOrder, 'FBUID' | 'createdAt' | 'writeId' | 'sync'>;

/** What is chosen for a purchase order before it is confirmed. */
export interface DraftOrderContent {
  /** Empty until one is chosen. */
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

/** Selects a component with quantity 1; one that is selected is taken out. */
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

/** Whether so many can be ordered: a whole number from 1 to 100,000. */
export function isOrderQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
}

export const MAX_QUANTITY = 100_000;

/** Sets how many; a number that can't be ordered, or a component that isn't selected, leaves all as it was. */
export function setComponentQuantity(
  content: DraftOrderContent,
  name: string,
  quantity: number,
): DraftOrderContent {
  if (!isOrderQuantity(quantity)) return content;
  const lines = content.lines.map((line) => (line.name === name ? { ...line, quantity } : line));
  return { ...content, lines };
}

/** Adds lines of a list; a component that is selected already gets the list's quantity. */
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

/** The order of a draft order. An answer to a question that its role isn't asked stays in the draft order. */
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
    selectedComponents: lines.map(({ name, quantity, price }) => ({ name, quantity, price })),
    role,
    engineeringNeeds: role === 'Drone Engineer' ? engineeringNeeds : '',
    missionType: role === 'Drone Pilot' ? missionType : '',
  };
}

/** What a confirmed order is changed from. */
export function toDraftOrderContent(order: OrderContent): DraftOrderContent {
  const { role, engineeringNeeds, missionType, selectedComponents } = order;
  return { role, engineeringNeeds, missionType, lines: selectedComponents };
}

/** As a person calls a draft order: its largest lines, `6007 Lift Motor and 2 more`. */
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

/** What the catalogue no longer has comes last. */
function inCatalogueOrder(lines: readonly SelectedComponent[]): readonly SelectedComponent[] {
  const placeOf = ({ name }: SelectedComponent) => PLACES.get(name) ?? PLACES.size;
  return [...lines].sort((a, b) => placeOf(a) - placeOf(b));
}
