import type { TableRow } from '#shared/import/import-problem.ts';
import type { ShopifyColumn, ShopifyColumns } from './shopify-columns.ts';

/** One row of the export: a variant, a further image, or both. */
export interface ShopifyRow {
  readonly line: number;
  /** Trimmed text of a column, empty where there is none. */
  text(column: ShopifyColumn): string;
}

/** All rows with one handle; the first names the product. */
export interface ShopifyGroup {
  readonly handle: string;
  readonly line: number;
  readonly rows: readonly ShopifyRow[];
}

export function toShopifyRow(row: TableRow, { positions }: ShopifyColumns): ShopifyRow {
  return {
    line: row.line,
    text: (column) => row.cells[positions.get(column) ?? -1]?.trim() ?? '',
  };
}

/** Rows by handle in the order of first appearance, and the lines of rows that have none. */
export function groupByHandle(rows: readonly ShopifyRow[]): {
  readonly groups: readonly ShopifyGroup[];
  readonly linesWithoutHandle: readonly number[];
} {
  const rowsOfHandle = new Map<string, ShopifyRow[]>();
  const linesWithoutHandle: number[] = [];
  for (const row of rows) {
    const handle = row.text('handle');
    const earlier = rowsOfHandle.get(handle);
    if (handle === '') linesWithoutHandle.push(row.line);
    else if (earlier) earlier.push(row);
    else rowsOfHandle.set(handle, [row]);
  }
  const groups = [...rowsOfHandle].map(([handle, rows]) => ({ handle, rows, line: rows[0]?.line ?? 1 }));
  return { groups, linesWithoutHandle };
}

/** First text of a column among a product's rows. */
export function firstText(group: ShopifyGroup, column: ShopifyColumn): string {
  return group.rows.map((row) => row.text(column)).find((text) => text !== '') ?? '';
}
