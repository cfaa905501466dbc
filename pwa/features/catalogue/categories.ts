import type { ProductCategory } from '#shared/collections/products.ts';

interface CategoryTexts {
  readonly name: string;
  readonly lead: string;
}

const CATEGORY_TEXTS: Readonly<Record<ProductCategory, CategoryTexts>> = {
  drones: {
    name: 'Drones',
    lead: 'Designed, built and repaired in Australia, for distance, dust and heat.',
  },
  batteries: {
    name: 'Batteries',
    lead: 'Packs matched cell by cell, with the charger and the case to look after them.',
  },
  propellers: {
    name: 'Propellers',
    lead: 'Balanced sets and spares, sold in the sets you fit them in.',
  },
};

const ALL: CategoryTexts = {
  name: 'Products',
  lead: 'Aircraft, energy and propulsion: everything we make, and the spares to go with it.',
};

/** Heading and lead of a category's list, or of the list of all products. */
export function toCategoryTexts(category: ProductCategory | undefined): CategoryTexts {
  return category === undefined ? ALL : CATEGORY_TEXTS[category];
}
