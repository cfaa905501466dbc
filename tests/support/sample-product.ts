import type { CartItem } from '#shared/collections/checkouts.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import type { Product, ProductEntry } from '#shared/collections/products.ts';
import { toCartItem } from '#shared/domain/cart.ts';

/** A complete product: every list is filled, with seven pictures, and every entry names its list and index. */
export function sampleProduct(changes: Partial<Product> = {}): Product {
  return {
    FBUID: 'recon-vtol',
    productName: 'Recon VTOL',
    STUPID: 'prod_1',
    productCategory: 'drones',
    productImages: entries(7, 'image', (index) => `/pictures/recon-vtol/${index + 1}.webp`),
    productDescriptions: entries(9, 'description'),
    productFeatures: entries(3, 'feature'),
    productSpecifications: entries(2, 'specification'),
    productDimensions: entries(2, 'dimension'),
    productShipping: entries(2, 'shipping'),
    productDownloads: [{ value: '/manuals/recon-vtol.pdf', label: 'User manual', description: '' }],
    productPrices: [
      { value: '24990.00', label: 'AUD', description: 'price_1' },
      { value: '1.00', label: 'AUD', description: 'price_2' },
    ],
    createdAt: '2026-01-01T00:00:00.000+11:00',
    writeId: '',
    sync: UNSYNCED,
    ...changes,
  };
}

export function sampleItem(productCount: number, changes: Partial<Product> = {}): CartItem {
  return toCartItem(sampleProduct(changes), productCount);
}

function entries(
  count: number,
  name: string,
  toValue = (index: number) => `${name} ${index} value`,
): ProductEntry[] {
  return Array.from({ length: count }, (_none, index) => ({
    value: toValue(index),
    label: `${name} ${index} label`,
    description: `${name} ${index} description`,
  }));
}
