import type { Product } from '#shared/collections/products.ts';
import { listProducts } from './product-entries.ts';

/** Other products that a product's page leads to. */
export interface RelatedProducts {
  /** Products that go with it. */
  readonly fits: readonly Product[];
  /** Further drones. */
  readonly drones: readonly Product[];
}

/** Specifications whose text names the products that go with an aircraft or a pack. */
const LABELS: readonly string[] = ['battery', 'propellers', 'charger'];
const DRONE_COUNT = 3;

/**
 * Finds what goes with a product, and further drones.
 *
 * @param all every product, this one included
 */
export function findRelated(product: Product, all: readonly Product[]): RelatedProducts {
  const isThis = ({ FBUID }: Product) => FBUID === product.FBUID;
  const others = all.filter((other) => !isThis(other));
  const named = findNamed(product, others);
  const fits = others.filter(
    (other) => named.includes(other) || (names(other, product) && findNamed(other, all).some(isThis)),
  );
  // The drones after this one in the list, then those from its beginning.
  const list = listProducts(all, 'drones');
  const place = list.findIndex(isThis);
  const drones = [...list.slice(place + 1), ...list.slice(0, Math.max(0, place))]
    .filter((drone) => !fits.includes(drone))
    .slice(0, DRONE_COUNT);
  return { fits: listProducts(fits), drones };
}

/** The products that a product's specifications name: of a name within another, the longer. */
function findNamed(product: Product, all: readonly Product[]): readonly Product[] {
  const named = all.filter((other) => names(product, other));
  return named.filter(
    (one) =>
      !named.some((other) => other !== one && toWords(other.productName).includes(toWords(one.productName))),
  );
}

function names(product: Product, other: Product): boolean {
  return product.productSpecifications.some(
    ({ label, value, description }) =>
      LABELS.includes(label.trim().toLowerCase()) &&
      [value, description].some((text) => toWords(text).includes(toWords(other.productName))),
  );
}

/** A text's words in lower case, each with a space on both sides. */
function toWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;
}
