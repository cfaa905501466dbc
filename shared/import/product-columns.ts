import type { ProductEntry, ProductList } from '#shared/collections/products.ts';
import { PRODUCT_LISTS } from '#shared/collections/products.ts';

/** What a column of a product table fills. */
export type ProductColumn =
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'price' }
  | {
      readonly kind: 'entry';
      readonly list: ProductList;
      readonly position: number;
      readonly part: keyof ProductEntry;
    }
  /** A further entry of the list with this label, where the cell isn't empty. */
  | { readonly kind: 'labelled'; readonly list: ProductList; readonly label: string }
  /** The whole list as JSON, as the export writes it. */
  | { readonly kind: 'list'; readonly list: ProductList };

const FIELDS = ['FBUID', 'productName', 'STUPID', 'productCategory', 'createdAt'];

const DESCRIPTIONS: Readonly<Record<string, number>> = {
  summary: 0,
  detail1: 1,
  detail2: 2,
  detail3: 3,
  detail4: 4,
  blurb: 5,
  software: 6,
  camera: 7,
  usecases: 8,
};

const LABELLED: Readonly<Record<string, ProductList>> = {
  feature: 'productFeatures',
  specification: 'productSpecifications',
  dimension: 'productDimensions',
  shipping: 'productShipping',
  download: 'productDownloads',
};

/** Names of the columns, for a message. */
export const PRODUCT_COLUMN_HELP =
  'FBUID, productName, STUPID, productCategory, price, priceId, priceLabel, image, imageAlt, imageCaption ' +
  '(image2, image2Alt …), summary, detail1 to detail4, blurb, software, camera, useCases (each with …Title and …Note), ' +
  'feature:LABEL, specification:LABEL, dimension:LABEL, shipping:LABEL, download:LABEL, createdAt, ' +
  'and every list of a product as JSON, such as productImages:json';

/** What a column title means, upper and lower case alike; `undefined` when it means nothing. */
export function parseProductColumn(title: string): ProductColumn | undefined {
  const name = title.trim().toLowerCase();
  const field = FIELDS.find((candidate) => candidate.toLowerCase() === name);
  if (field) return { kind: 'field', field };
  if (name === 'price') return { kind: 'price' };
  if (name === 'pricelabel') return { kind: 'entry', list: 'productPrices', position: 0, part: 'label' };
  if (name === 'priceid') return { kind: 'entry', list: 'productPrices', position: 0, part: 'description' };
  const list = PRODUCT_LISTS.find((candidate) => `${candidate}:json`.toLowerCase() === name);
  if (list) return { kind: 'list', list };
  return parseImage(name) ?? parseDescription(name) ?? parseLabelled(title.trim());
}

function parseImage(name: string): ProductColumn | undefined {
  const [match, number, suffix] = /^image(\d{1,2})?(alt|caption)?$/.exec(name) ?? [];
  if (match === undefined || number === '0') return undefined;
  const part = suffix === 'alt' ? 'label' : suffix === 'caption' ? 'description' : 'value';
  return { kind: 'entry', list: 'productImages', position: Number(number ?? '1') - 1, part };
}

function parseDescription(name: string): ProductColumn | undefined {
  const [, stem = '', suffix] = /^(.+?)(title|note)?$/.exec(name) ?? [];
  if (!Object.hasOwn(DESCRIPTIONS, stem)) return undefined;
  const part = suffix === 'title' ? 'label' : suffix === 'note' ? 'description' : 'value';
  return { kind: 'entry', list: 'productDescriptions', position: DESCRIPTIONS[stem] ?? 0, part };
}

function parseLabelled(title: string): ProductColumn | undefined {
  const colon = title.indexOf(':');
  const stem = title.slice(0, colon).toLowerCase();
  const label = title.slice(colon + 1).trim();
  if (colon === -1 || label === '' || !Object.hasOwn(LABELLED, stem)) return undefined;
  const list = LABELLED[stem];
  return list && { kind: 'labelled', list, label };
}
