import { PRODUCT_CATEGORIES, type Product, type ProductCategory } from '#shared/collections/products.ts';
import { toThumbnail, toUnitPriceCents } from '#shared/domain/product-entries.ts';

/** Which products the table shows; the query string holds all of it. */
export interface ProductFilter {
  readonly search: string;
  readonly category: ProductCategory | undefined;
  readonly lacks: Lack | undefined;
  /** Only products whose field has this value; any if the field is empty. */
  readonly field: string;
  readonly value: string;
}

/** `payment`: products that can't be paid online at their price. */
export const LACKS = ['price', 'picture', 'payment'] as const;
export type Lack = (typeof LACKS)[number];

export const ALL_PRODUCTS: ProductFilter = {
  search: '',
  category: undefined,
  lacks: undefined,
  field: '',
  value: '',
};

/** A product's id in queries by field. */
export const ID_FIELD = 'productFBUID';

/** Reads `?search=vtol&category=drones&lacks=price&field=productFBUID&value=recon-vtol`. */
export function parseProductFilter(query: URLSearchParams): ProductFilter {
  return {
    search: query.get('search') ?? '',
    category: PRODUCT_CATEGORIES.find((category) => category === query.get('category')),
    lacks: LACKS.find((lack) => lack === query.get('lacks')),
    field: query.get('field') ?? '',
    value: query.get('value') ?? '',
  };
}

/** The shortest equivalent query string. */
export function toQuery(filter: ProductFilter): URLSearchParams {
  const { search, category, lacks, field, value } = filter;
  return new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...(category ? [['category', category]] : []),
    ...(lacks ? [['lacks', lacks]] : []),
    ...(field === ''
      ? []
      : [
          ['field', field],
          ['value', value],
        ]),
  ]);
}

/** @param isPayable whether a product can be paid online, as far as is known */
export function filterProducts(
  products: readonly Product[],
  filter: ProductFilter,
  isPayable: (product: Product) => boolean = () => true,
): readonly Product[] {
  const { search, category, lacks, field, value } = filter;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const name = field === ID_FIELD ? 'FBUID' : field;
  return products.filter(
    (product) =>
      (category === undefined || product.productCategory === category) &&
      (lacks === undefined || isLacking(product, lacks, isPayable)) &&
      (field === '' || readField(product, name) === value) &&
      (words.length === 0 || hasWords(product, words)),
  );
}

function isLacking(product: Product, lack: Lack, isPayable: (product: Product) => boolean): boolean {
  if (lack === 'price') return toUnitPriceCents(product) === undefined;
  return lack === 'picture' ? (toThumbnail(product)?.value ?? '') === '' : !isPayable(product);
}

function readField(product: Product, name: string): unknown {
  return Object.hasOwn(product, name) ? product[name as keyof Product] : undefined;
}

/** Whether name, id or payment ids have all the words. */
function hasWords(product: Product, words: readonly string[]): boolean {
  const { productName, FBUID, STUPID, productPrices } = product;
  const text = `${productName} ${FBUID} ${STUPID} ${productPrices[0]?.description ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
