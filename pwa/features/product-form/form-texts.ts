import type { DescriptionPlace, FormList } from '#shared/domain/product-form.ts';

/** How an entry's part is labelled; a part without one isn't shown. */
export interface EntryPart {
  readonly part: 'value' | 'label' | 'description';
  readonly label: string;
  readonly hint?: string;
  readonly isLong?: boolean;
}

interface PlaceTexts {
  readonly title: string;
  readonly parts: readonly EntryPart[];
}

const HEADING: EntryPart = { part: 'label', label: 'Heading' };
const DETAIL_PARTS: readonly EntryPart[] = [
  HEADING,
  { part: 'value', label: 'Text', isLong: true },
  { part: 'description', label: 'Note for editors', hint: 'Shoppers don’t see it.' },
];

export const PLACE_TEXTS: Readonly<Record<DescriptionPlace, PlaceTexts>> = {
  summary: {
    title: 'Summary',
    parts: [
      { part: 'value', label: 'Summary', isLong: true },
      { part: 'label', label: 'Line in the cart', hint: 'Shown below the name in the cart.' },
    ],
  },
  cardText: {
    title: 'Card text',
    parts: [{ part: 'value', label: 'Card text', hint: 'Shown on the card in lists.', isLong: true }],
  },
  detail1: { title: 'Detail 1', parts: DETAIL_PARTS },
  detail2: { title: 'Detail 2', parts: DETAIL_PARTS },
  detail3: { title: 'Detail 3', parts: DETAIL_PARTS },
  detail4: { title: 'Detail 4', parts: DETAIL_PARTS },
  software: {
    title: 'Software and mission planning',
    parts: [
      HEADING,
      { part: 'value', label: 'Text', isLong: true },
      { part: 'description', label: 'In one line' },
    ],
  },
  camera: {
    title: 'Camera links',
    parts: [
      HEADING,
      { part: 'value', label: 'Text', isLong: true },
      { part: 'description', label: 'Link', hint: 'A path such as /products/drones, or a web address.' },
    ],
  },
  useCases: {
    title: 'Use cases',
    parts: [
      { part: 'value', label: 'Text', isLong: true },
      { part: 'description', label: 'Cases', hint: 'Separated by semicolons.', isLong: true },
    ],
  },
};

interface ListTexts {
  readonly title: string;
  /** One of them. */
  readonly noun: string;
  readonly parts: readonly EntryPart[];
}

const FACT_PARTS: readonly EntryPart[] = [
  { part: 'label', label: 'Label' },
  { part: 'value', label: 'Value' },
  { part: 'description', label: 'Description' },
];

export const LIST_TEXTS: Readonly<Record<FormList, ListTexts>> = {
  productImages: {
    title: 'Pictures',
    noun: 'picture',
    parts: [
      { part: 'label', label: 'What it shows' },
      { part: 'description', label: 'Caption' },
      { part: 'value', label: 'Address' },
    ],
  },
  productFeatures: {
    title: 'Features',
    noun: 'feature',
    parts: [
      { part: 'label', label: 'Label' },
      { part: 'value', label: 'Value', isLong: true },
      { part: 'description', label: 'Description', isLong: true },
    ],
  },
  productSpecifications: { title: 'Specifications', noun: 'specification', parts: FACT_PARTS },
  productDimensions: { title: 'Dimensions & Weight', noun: 'dimension', parts: FACT_PARTS },
  productShipping: { title: 'Shipping & Delivery', noun: 'shipping entry', parts: FACT_PARTS },
  productDownloads: {
    title: 'Downloads',
    noun: 'download',
    parts: [
      { part: 'label', label: 'Text of the link' },
      { part: 'value', label: 'Link' },
      { part: 'description', label: 'Description' },
    ],
  },
};

/** What a field is called in messages. */
export function toFieldTitle(field: string): string {
  const texts: Readonly<Partial<Record<string, { readonly title: string }>>> = {
    ...PLACE_TEXTS,
    ...LIST_TEXTS,
  };
  return texts[field]?.title ?? FIELD_TITLES[field] ?? field;
}

const FIELD_TITLES: Readonly<Partial<Record<string, string>>> = {
  productName: 'Name',
  productCategory: 'Category',
  price: 'Price',
  STUPID: 'Payment product id',
  priceId: 'Payment price id',
};
