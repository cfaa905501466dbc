import { createId, createSecret } from '#shared/kernel/ids.ts';
import type { Product } from '#shared/collections/products.ts';

export type BenchDocument = Omit<Product, 'sync' | 'writeId'> & { readonly writeId: string };

/** A product of about 1.5 kB with every list filled. */
export function createBenchDocument(): BenchDocument {
  // The shop's ids are made from names, so these are random too and not in insertion order.
  const FBUID = `surveyor-${createSecret().toLowerCase()}`;
  const entry = (value: string, label = '', description = '') => ({ value, label, description });
  return {
    FBUID,
    productName: `Surveyor ${FBUID.slice('surveyor-'.length)}`,
    STUPID: `prod_${FBUID}`,
    productCategory: 'drones',
    productImages: [1, 2, 3].map((place) =>
      entry(`/pictures/${FBUID}/${place}.webp`, `Surveyor from side ${place}`),
    ),
    productDescriptions: [
      entry(`Maps ${createId()} in one flight, in wind and dust. ${createId()}`, 'Ready to fly'),
    ],
    productFeatures: [
      entry(`Folds in a minute. ${createId()}`, 'Carry'),
      entry(`Lands on ${createId()}`, 'Landing'),
    ],
    productSpecifications: [
      entry('90 min', 'Flight time', createId()),
      entry('24 MP', 'Camera', createId()),
      entry('12 m/s', 'Wind', createId()),
    ],
    productDimensions: [entry('2400 mm', 'Wingspan'), entry('310 mm', 'Height'), entry('6.2 kg', 'Weight')],
    productShipping: [entry('14 days', 'Delivery', `From ${createId()}`)],
    productDownloads: [entry(`/downloads/${FBUID}.pdf`, 'Manual')],
    productPrices: [entry('24990.00', 'AUD incl. GST', `price_${FBUID}`)],
    createdAt: '2026-01-05T09:00:00.000+11:00',
    writeId: createId(),
  };
}

export function createBenchDocuments(count: number): readonly BenchDocument[] {
  return Array.from({ length: count }, createBenchDocument);
}
