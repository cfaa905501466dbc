import type { Contact } from '#shared/collections/contacts.ts';
import type { Product } from '#shared/collections/products.ts';

/** Content of an enquiry. */
export function enquiryContent(
  message = 'Do you ship to Broome?',
): Omit<Contact, 'FBUID' | 'createdAt' | 'writeId' | 'sync'> {
  return {
    contactName: 'Ada Byrne',
    contactEmail: 'ada@example.com',
    contactPhone: '',
    contactCompany: '',
    contactMessage: message,
  };
}

/** Content of a product, complete and valid. @param priceId no two products of a store may share one */
export function productContent(
  name = 'Recon VTOL',
  priceId = `price_${name.slice(0, 100)}`,
): Omit<Product, 'FBUID' | 'createdAt' | 'writeId' | 'sync'> {
  const entry = (value: string, label = '', description = '') => ({ value, label, description });
  return {
    productName: name,
    STUPID: 'prod_test',
    productCategory: 'drones',
    productImages: [entry('/pictures/recon-vtol/1.webp', 'A drone')],
    productDescriptions: [entry('A drone.', 'Ready to fly')],
    productFeatures: [entry('Flies.', 'Flight')],
    productSpecifications: [entry('90 min', 'Max flight time')],
    productDimensions: [entry('2400 mm', 'Wingspan')],
    productShipping: [entry('14 days', 'Delivery')],
    productDownloads: [],
    productPrices: [entry('24990.00', 'AUD incl. GST', priceId)],
  };
}
