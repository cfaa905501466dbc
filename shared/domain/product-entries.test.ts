import { describe, expect, it } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import {
  CAROUSEL_INTERVAL_MS,
  GALLERY_SIZE,
  isPurchasable,
  listProducts,
  toBoxImages,
  toCamera,
  toCardBlurb,
  toCategory,
  toDetails,
  toGallery,
  toPriceId,
  toSoftware,
  toSummary,
  toThumbnail,
  toUnitPriceCents,
  toUseCases,
} from '#shared/domain/product-entries.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

const entry = (value: string, description = '') => ({ value, label: '', description });
const numbered = (length: number) => Array.from({ length }, (_, index) => entry(String(index)));
const product: Product = {
  ...STORED_DOCUMENTS.products,
  productImages: numbered(8),
  productDescriptions: numbered(9),
};
const bare: Product = { ...product, productImages: [], productDescriptions: [], productPrices: [] };
const values = (entries: readonly { value: string }[]) => entries.map(({ value }) => value).join();

describe('the meaning of an entry by its position', () => {
  it('[R-ENT-09] [R-CST-04] the first image is the thumbnail, six are in the gallery, the rest show the box contents', () => {
    expect(toThumbnail(product)?.value).toBe('0');
    expect(values(toGallery(product))).toBe('0,1,2,3,4,5');
    expect(values(toBoxImages(product))).toBe('6,7');
    expect(toBoxImages({ ...product, productImages: numbered(6) })).toEqual([]);
    expect([GALLERY_SIZE, CAROUSEL_INTERVAL_MS]).toEqual([6, 10_000]);
    expect([toThumbnail(bare), toGallery(bare)]).toEqual([undefined, []]);
  });

  it('[R-ENT-11] description 0 is the summary, 5 the card’s blurb, 1-4 and 6-8 are detail blocks', () => {
    const blocks = [toSoftware(product), toCamera(product), toUseCases(product)].map((block) => block?.value);
    expect([
      toSummary(product).value,
      toCardBlurb(product).value,
      values(toDetails(product)),
      ...blocks,
    ]).toEqual(['0', '5', '1,2,3,4', '6', '7', '8']);
    expect([toSummary(bare), toCardBlurb(bare)]).toEqual([entry(''), entry('')]);
    expect([toDetails(bare), toSoftware(bare), toCamera(bare), toUseCases(bare)]).toEqual([
      [],
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('[R-ENT-10] [R-CST-03] only the first price entry counts: its value is the price, its description the price id', () => {
    const priced = (...productPrices: Product['productPrices']) => ({ ...product, productPrices });
    const twice = priced(entry('24990.00', 'price_1'), entry('1.00', 'price_2'));
    expect([toUnitPriceCents(twice), toPriceId(twice), isPurchasable(twice)]).toEqual([
      2_499_000,
      'price_1',
      true,
    ]);
    const unreadable = priced(entry('POA', ''), entry('1.00', 'price_2'));
    expect([toUnitPriceCents(unreadable), toPriceId(unreadable), isPurchasable(unreadable)]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    expect([priced(entry('POA', 'price_1')), priced(entry('1.00')), bare].some(isPurchasable)).toBe(false);
  });
});

describe('the product list', () => {
  const named = (productName: string, productCategory: Product['productCategory']) => ({
    ...product,
    productName,
    productCategory,
  });
  const shelf = [
    named('Zephyr', 'drones'),
    named('6S pack', 'batteries'),
    named('éclair', 'drones'),
    named('Falcon', 'drones'),
    named('Prop', 'propellers'),
  ];
  const names = (category?: Product['productCategory']) =>
    listProducts(shelf, category).map(({ productName }) => productName);

  it('[R-LST-06] holds only the products of the selected category, by name; without one all, drones first', () => {
    expect(names('drones')).toEqual(['éclair', 'Falcon', 'Zephyr']);
    expect(names('batteries')).toEqual(['6S pack']);
    expect(names()).toEqual(['éclair', 'Falcon', 'Zephyr', '6S pack', 'Prop']);
    expect(shelf[0]?.productName).toBe('Zephyr');
  });

  it.each([
    ['/products', undefined],
    ['/products/', undefined],
    ['/products/drones', 'drones'],
    ['/products/batteries/', 'batteries'],
    ['/products/propellers', 'propellers'],
    ['/products/Drones', undefined],
    ['/products/drones/other', undefined],
    ['', undefined],
  ])('[R-RTE-08] the last segment of %j selects %s', (path, category) => {
    expect(toCategory(path)).toBe(category);
  });
});
