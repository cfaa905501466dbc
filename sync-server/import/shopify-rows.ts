import type { TableRow } from '#shared/import/import-problem.ts';

/** Supported columns of a Shopify product export, with their titles in both of Shopify's templates. */
const TITLES = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  type: ['Type'],
  productCategory: ['Product Category'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  option1Name: ['Option1 Name'],
  option1Value: ['Option1 Value'],
  option2Name: ['Option2 Name'],
  option2Value: ['Option2 Value'],
  option3Name: ['Option3 Name'],
  option3Value: ['Option3 Value'],
  sku: ['Variant SKU', 'SKU'],
  price: ['Variant Price', 'Price'],
  image: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text'],
} as const satisfies Record<string, readonly string[]>;

export type ShopifyColumn = keyof typeof TITLES;

export interface ShopifyColumns {
  /** Position of each known column in the header. */
  readonly positions: ReadonlyMap<ShopifyColumn, number>;
  /** Unsupported columns. */
  readonly unmapped: readonly { readonly title: string; readonly position: number }[];
}

const COLUMN_OF_TITLE = new Map<string, ShopifyColumn>(
  Object.entries(TITLES).flatMap(([column, titles]) =>
    titles.map((title) => [title.toLowerCase(), column as ShopifyColumn] as const),
  ),
);

/** Used only to find the category. Their texts are not kept, so they are reported as unsupported too. */
const READ_BUT_NOT_KEPT: readonly ShopifyColumn[] = ['type', 'productCategory', 'tags'];

export function readShopifyColumns(header: readonly string[]): ShopifyColumns {
  const positions = new Map<ShopifyColumn, number>();
  const unmapped: { title: string; position: number }[] = [];
  for (const [position, title] of header.entries()) {
    const column = COLUMN_OF_TITLE.get(title.trim().toLowerCase());
    if (column && !positions.has(column)) positions.set(column, position);
    if (!column || READ_BUT_NOT_KEPT.includes(column) || positions.get(column) !== position) {
      unmapped.push({ title, position });
    }
  }
  return { positions, unmapped };
}

/** Whether the header belongs to a Shopify product export. */
export function isShopifyHeader(header: readonly string[]): boolean {
  const { positions } = readShopifyColumns(header);
  return (
    positions.has('handle') &&
    positions.has('title') &&
    (positions.has('option1Name') || positions.has('body'))
  );
}

/** One row of the export: a variant, a further image, or both. */
export interface ShopifyRow {
  readonly line: number;
  /** Trimmed text of a column, possibly empty. */
  text(column: ShopifyColumn): string;
}

/** All rows with one handle. */
export interface ShopifyGroup {
  readonly handle: string;
  readonly line: number;
  readonly rows: readonly ShopifyRow[];
}

/** Groups rows by handle in order of first appearance; returns rows without a handle separately. */
export function groupByHandle(rows: readonly TableRow[], { positions }: ShopifyColumns) {
  const rowsOfHandle = new Map<string, ShopifyRow[]>();
  const withoutHandle: TableRow[] = [];
  for (const row of rows) {
    const text = (column: ShopifyColumn) => row.cells[positions.get(column) ?? -1]?.trim() ?? '';
    const handle = text('handle');
    const known = rowsOfHandle.get(handle);
    if (handle === '') withoutHandle.push(row);
    else if (known) known.push({ line: row.line, text });
    else rowsOfHandle.set(handle, [{ line: row.line, text }]);
  }
  const groups = [...rowsOfHandle].map(([handle, group]): ShopifyGroup => {
    return { handle, rows: group, line: group[0]?.line ?? 1 };
  });
  return { groups, withoutHandle };
}

/** First non-empty text of a column among a product's rows. */
export function firstText(group: ShopifyGroup, column: ShopifyColumn): string {
  return group.rows.map((row) => row.text(column)).find((text) => text !== '') ?? '';
}
