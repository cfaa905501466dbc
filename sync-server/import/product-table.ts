import { PRODUCT_LISTS, type ProductEntry, type ProductList } from '#shared/collections/products.ts';
import { fromCsvText } from '#shared/import/csv-cell.ts';
import type { ImportProblem, TableRow } from '#shared/import/import-problem.ts';
import { refuse } from './file-bytes.ts';
import type { ReadPart } from './import-item.ts';
import type { ImportNotes } from './import-notes.ts';
import {
  createEmptyLists,
  createEntry,
  setEntry,
  toDecimalPrice,
  type ProductLists,
} from './product-lists.ts';
import { readJsonCell, toPart, type TableColumn } from './table-columns.ts';

const DEFAULT_PRICE_LABEL = 'AUD';

export interface ProductTableSettings {
  /** Name of the file. */
  readonly name: string;
  /** Category of products whose row has none. */
  readonly category?: string | undefined;
}

/** Reads rows of the shop's product table, one product per row. @throws AppError for unknown columns */
export function createProductReader(
  columns: readonly TableColumn[],
  { name, category }: ProductTableSettings,
  notes: ImportNotes,
): (row: TableRow) => ReadPart {
  const known = columns.map(({ title, index }) => ({ title, index, column: parseProductColumn(title) }));
  const unknown = known.filter(({ column }) => column === undefined).map(({ title }) => `"${title}"`);
  if (unknown.length > 0) {
    const message = `${name} has columns that a product table doesn't have: ${unknown.join(', ')}. It has: ${PRODUCT_COLUMN_HELP}.`;
    throw refuse('unknown-column', message);
  }
  return (row) => {
    const product = new ProductRow(row.line, notes);
    for (const { column, index } of known) if (column) product.fill(column, row.cells[index] ?? '');
    return toPart(columns, row, { document: product.toDocument(category), problems: product.toProblems() });
  };
}

/** Builds one product from the cells of its row. */
class ProductRow {
  private readonly line: number;
  private readonly notes: ImportNotes;
  private readonly problems: ImportProblem[] = [];
  private readonly fields = new Map<string, string>();
  private readonly lists: ProductLists = createEmptyLists();
  private readonly jsonLists = new Map<ProductList, unknown>();

  constructor(line: number, notes: ImportNotes) {
    this.line = line;
    this.notes = notes;
  }

  fill(column: ProductColumn, cell: string): void {
    if (column.kind === 'list') return this.fillList(column.list, cell);
    const text = fromCsvText(cell).trim();
    if (text === '') return;
    if (column.kind === 'field') this.fields.set(column.field, text);
    else if (column.kind === 'labelled') this.lists[column.list].push(createEntry(text, column.label));
    else if (column.kind === 'price') this.fillPrice(text);
    else setEntry(this.lists[column.list], column.position, { [column.part]: text });
  }

  /** Fields in stored order. */
  toDocument(category: string | undefined): Record<string, unknown> {
    const optional = (name: string) => {
      const text = this.fields.get(name);
      return text === undefined ? {} : { [name]: text };
    };
    // Empty rather than missing, so that validation reports `required`.
    const needed = (name: string, fallback = '') => ({ [name]: this.fields.get(name) ?? fallback });
    const [price] = this.lists.productPrices;
    if (price?.value && price.label === '')
      setEntry(this.lists.productPrices, 0, { label: DEFAULT_PRICE_LABEL });
    return {
      ...optional('FBUID'),
      ...needed('productName'),
      ...needed('STUPID'),
      ...needed('productCategory', category),
      ...this.lists,
      ...Object.fromEntries(this.jsonLists),
      ...optional('createdAt'),
    };
  }

  toProblems(): readonly ImportProblem[] {
    return this.problems.map((problem) => ({ ...problem, id: this.fields.get('FBUID') }));
  }

  private fillPrice(text: string): void {
    const value = toDecimalPrice(text);
    if (value !== undefined) return setEntry(this.lists.productPrices, 0, { value });
    const message = `"${text}" is not a price such as 24990.00.`;
    this.problems.push({ code: 'unreadable-price', line: this.line, path: 'price', message });
  }

  private fillList(list: ProductList, cell: string): void {
    const { value, problem } = readJsonCell(cell, this.notes);
    if (value !== undefined) this.jsonLists.set(list, value);
    if (problem) this.problems.push({ ...problem, line: this.line, path: list });
  }
}

/** The target of a column of a product table. */
type ProductColumn =
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'price' }
  | {
      readonly kind: 'entry';
      readonly list: ProductList;
      readonly position: number;
      readonly part: keyof ProductEntry;
    }
  /** Adds an entry with this label to the list unless the cell is empty. */
  | { readonly kind: 'labelled'; readonly list: ProductList; readonly label: string }
  /** The whole list as JSON, in export format. */
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

/** Column names for an error message. */
const PRODUCT_COLUMN_HELP =
  'FBUID, productName, STUPID, productCategory, price, priceId, priceLabel, image, imageAlt, imageCaption ' +
  '(image2, image2Alt …), summary, detail1 to detail4, blurb, software, camera, useCases (each with …Title and …Note), ' +
  'feature:LABEL, specification:LABEL, dimension:LABEL, shipping:LABEL, download:LABEL, createdAt, ' +
  'and every list of a product as JSON, such as productImages:json';

/** Parses a column title, ignoring case; `undefined` for unknown titles. */
function parseProductColumn(title: string): ProductColumn | undefined {
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
