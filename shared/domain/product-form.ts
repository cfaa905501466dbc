import * as v from 'valibot';
import {
  PRODUCT_CATEGORIES,
  productEntrySchema,
  productFields,
  type Product,
  type ProductEntry,
  type ProductList,
} from '#shared/collections/products.ts';
import { RESERVED_IDS } from '#shared/documents/document-ids.ts';
import { toSlug } from '#shared/documents/slug.ts';
import { isJsonEqual, type JsonObject } from '#shared/kernel/json.ts';
import { findLinkFault, findPriceFault } from './product-rules.ts';

/** The places of `productDescriptions`, in order. A cleared place stays blank, so that the others keep their positions. */
export const DESCRIPTION_PLACES = [
  'summary',
  'detail1',
  'detail2',
  'detail3',
  'detail4',
  'cardText',
  'software',
  'camera',
  'useCases',
] as const;
export type DescriptionPlace = (typeof DESCRIPTION_PLACES)[number];

/** The lists that the form shows as rows. */
export const FORM_LISTS = [
  'productImages',
  'productFeatures',
  'productSpecifications',
  'productDimensions',
  'productShipping',
  'productDownloads',
] as const satisfies readonly ProductList[];
export type FormList = (typeof FORM_LISTS)[number];

/** Most entries of a list. */
export const MAX_ENTRIES = 200;

type FormTexts = Pick<Product, 'productName' | 'STUPID'> & {
  /** Empty until one is chosen. */
  readonly productCategory: Product['productCategory'] | '';
  /** As typed; an unreadable price means that shoppers enquire. */
  readonly price: string;
  /** The payment provider's price id. */
  readonly priceId: string;
};

/** What the product form edits: texts, a description for each place, and lists of rows. */
export type ProductForm = FormTexts &
  Readonly<Record<DescriptionPlace, ProductEntry>> &
  Readonly<Record<FormList, readonly ProductEntry[]>>;
export type FormField = keyof ProductForm;

/** A product without what the sync layer adds. */
export type ProductContent = Omit<Product, 'FBUID' | 'createdAt' | 'writeId' | 'sync'>;

export const BLANK_ENTRY: ProductEntry = { value: '', label: '', description: '' };

const BLANK: ProductForm = {
  productName: '',
  productCategory: '',
  price: '',
  STUPID: '',
  priceId: '',
  ...mapPlaces(() => BLANK_ENTRY),
  ...mapLists(() => []),
};

/** The form's values for a product, or for a new one. */
export function toProductForm(product: ProductContent | undefined): ProductForm {
  if (!product) return BLANK;
  const [price = BLANK_ENTRY] = product.productPrices;
  return {
    productName: product.productName,
    productCategory: product.productCategory,
    price: price.value,
    STUPID: product.STUPID,
    priceId: price.description,
    ...mapPlaces((index) => product.productDescriptions[index] ?? BLANK_ENTRY),
    ...mapLists((list) => product[list]),
  };
}

/**
 * The product that a form describes.
 * @param before the product as it is stored; what the form doesn't show stays
 */
export function toProductContent(form: ProductForm, before: ProductContent | undefined): ProductContent {
  const { productName, STUPID, productCategory, price, priceId } = form;
  if (productCategory === '') throw new Error('A product without a category is not saved.');
  const [firstPrice, ...otherPrices] = before?.productPrices ?? [];
  const unitPrice = { value: price.trim(), label: firstPrice?.label ?? '', description: priceId.trim() };
  const hasPrice = firstPrice !== undefined || hasContent(unitPrice);
  return {
    productName: productName.trim(),
    STUPID: STUPID.trim(),
    productCategory,
    ...mapLists((list) =>
      before && isJsonEqual(form[list], before[list]) ? before[list] : form[list].filter(hasContent),
    ),
    productDescriptions: toDescriptions(form, before?.productDescriptions ?? []),
    productPrices: hasPrice ? [unitPrice, ...otherPrices] : [],
  };
}

/** Blank places are stored only before a filled one, or where they were stored already. */
function toDescriptions(form: ProductForm, before: readonly ProductEntry[]): ProductEntry[] {
  const entries = [
    ...DESCRIPTION_PLACES.map((place) => form[place]),
    ...before.slice(DESCRIPTION_PLACES.length),
  ];
  return entries.slice(0, Math.max(before.length, entries.findLastIndex(hasContent) + 1));
}

/** The form for a copy: without the ids that belong to one product. */
export function toDuplicateForm(form: ProductForm): ProductForm {
  return { ...form, STUPID: '', priceId: '' };
}

/** Reads kept input, possibly of another version of the app: what can't be read is blank. */
export function readProductForm(content: JsonObject): ProductForm {
  const read = <Value>(schema: v.GenericSchema<unknown, Value>, field: FormField): Value =>
    v.parse(v.fallback(schema, BLANK[field] as Value), content[field]);
  return {
    productName: read(v.string(), 'productName'),
    productCategory: read(v.picklist([...PRODUCT_CATEGORIES, '']), 'productCategory'),
    price: read(v.string(), 'price'),
    STUPID: read(v.string(), 'STUPID'),
    priceId: read(v.string(), 'priceId'),
    ...mapPlaces((index) => read(keptEntry, DESCRIPTION_PLACES[index] as DescriptionPlace)),
    ...mapLists((list) => read(v.array(keptEntry), list)),
  };
}

const keptEntry = v.object({ value: v.string(), label: v.string(), description: v.string() });

/**
 * Schema of a form that may be saved.
 * @param before values of the stored product: a price or link that was stored already isn't measured again
 */
export function toFormSchema(before: ProductForm): v.GenericSchema<ProductForm> {
  const knownLinks = new Set(before.productDownloads.map(({ value }) => value));
  const { value: text, label, description } = productEntrySchema.entries;
  const link = checkText((address) => (knownLinks.has(address) ? undefined : findLinkFault(address)));
  return v.object({
    productName: productFields.productName,
    productCategory: productFields.productCategory,
    price: v.pipe(
      text,
      checkText((price) => (price === before.price ? undefined : findPriceFault(price))),
    ),
    STUPID: productFields.STUPID,
    priceId: description,
    ...mapPlaces(() => productEntrySchema),
    ...mapLists(() => toListSchema(productEntrySchema)),
    productDownloads: toListSchema(v.object({ value: v.pipe(text, link), label, description })),
    // The form has no category until one is chosen.
  }) as unknown as v.GenericSchema<ProductForm>;
}

function toListSchema<Entry extends v.GenericSchema>(entry: Entry) {
  return v.pipe(v.array(entry), v.maxLength(MAX_ENTRIES, `A list has at most ${MAX_ENTRIES} entries.`));
}

/** @param findFault what is wrong with a text, as a sentence */
function checkText(findFault: (text: string) => string | undefined) {
  return v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => findFault(text) === undefined,
    ({ input }) => findFault(input) ?? '',
  );
}

/** Why a product can't have an id. */
export type IdProblem = 'empty' | 'reserved' | 'taken';

/** The reason a new product can't have an id, other than that it is taken. */
export function findNewIdProblem(id: string): Exclude<IdProblem, 'taken'> | undefined {
  if (id === '') return 'empty';
  return RESERVED_IDS.includes(id) ? 'reserved' : undefined;
}

/** The ids to offer instead of one that can't be had, in order: `recon-vtol-2`, `recon-vtol-3` … */
export function* suggestIds(id: string): Generator<string, never> {
  for (let number = 2; ; number++) yield `${id}-${number}`;
}

/** The id of a new product: its name's, or the one chosen instead while the name still leads to the same. */
export function toNewId(name: string, chosen: ChosenId | undefined): string {
  const slug = toSlug(name);
  return chosen?.insteadOf === slug ? chosen.id : slug;
}

/** An id that was offered and accepted. */
export interface ChosenId {
  readonly insteadOf: string;
  readonly id: string;
}

function hasContent({ value, label, description }: ProductEntry): boolean {
  return `${value}${label}${description}`.trim() !== '';
}

function mapPlaces<Value>(toValue: (index: number) => Value): Record<DescriptionPlace, Value> {
  return Object.fromEntries(DESCRIPTION_PLACES.map((place, index) => [place, toValue(index)])) as Record<
    DescriptionPlace,
    Value
  >;
}

function mapLists<Value>(toValue: (list: FormList) => Value): Record<FormList, Value> {
  return Object.fromEntries(FORM_LISTS.map((list) => [list, toValue(list)])) as Record<FormList, Value>;
}
