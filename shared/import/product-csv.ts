import type { ProductEntry, ProductList } from '#shared/collections/products.ts';
import { fromCsvText, parseCsvColumn } from './csv-cell.ts';
import { findHeaderProblems, parseJsonCell } from './csv-documents.ts';
import { createEmptyLists, createEntry, setEntry, type ProductLists } from './empty-product.ts';
import type { ImportProblem, SourceDocument, TableRow } from './import-problem.ts';
import { mapInSteps, type MappingSteps } from './mapping-steps.ts';
import { toDecimalPrice } from './price-text.ts';
import { parseProductColumn, PRODUCT_COLUMN_HELP, type ProductColumn } from './product-columns.ts';

export interface ProductCsvOptions {
  /** Category of products whose row names none. */
  readonly category?: string | undefined;
}

const DEFAULT_PRICE_LABEL = 'AUD';

/** Rows of the shop's own product table, one product a row. */
export function* mapProductRows(
  header: readonly string[],
  rows: readonly TableRow[],
  options: ProductCsvOptions = {},
): MappingSteps {
  const columns = header.map(parseProductColumn);
  const problems = [
    ...findHeaderProblems(header, header.map(parseCsvColumn)),
    ...findUnknown(header, columns),
  ];
  if (problems.length > 0) return { documents: [], problems, notices: [], leftOut: [] };
  const documents = yield* mapInSteps(rows, (row): SourceDocument => {
    const product = new ProductRow(row.line, problems);
    columns.forEach((column, index) => column && product.fill(column, row.cells[index] ?? ''));
    return { line: row.line, document: product.toDocument(options.category) };
  });
  return { documents, problems, notices: [], leftOut: [] };
}

function findUnknown(
  header: readonly string[],
  columns: readonly (ProductColumn | undefined)[],
): ImportProblem[] {
  const unknown = header.filter((_title, index) => columns[index] === undefined);
  return unknown.map((title, index) => ({
    code: 'unknown-column',
    line: 1,
    path: title,
    message:
      `A product table has no column "${title}".` +
      (index === unknown.length - 1 ? ` It has: ${PRODUCT_COLUMN_HELP}.` : ''),
  }));
}

/** One product while the cells of its row come in. */
class ProductRow {
  private readonly line: number;
  private readonly problems: ImportProblem[];
  private readonly fields = new Map<string, string>();
  private readonly lists: ProductLists = createEmptyLists();
  private readonly jsonLists = new Map<ProductList, unknown>();

  constructor(line: number, problems: ImportProblem[]) {
    this.line = line;
    this.problems = problems;
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

  /** In the order in which a product is stored. */
  toDocument(category: string | undefined): Record<string, unknown> {
    const optional = (name: string) => {
      const text = this.fields.get(name);
      return text === undefined ? {} : { [name]: text };
    };
    // Empty rather than missing: the check then says `required`.
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

  private fillPrice(text: string): void {
    const value = toDecimalPrice(text);
    if (value !== undefined) return setEntry(this.lists.productPrices, 0, { value });
    this.report({
      code: 'unreadable-price',
      path: 'price',
      message: `"${text}" is not a price such as 24990.00.`,
    });
  }

  private fillList(list: ProductList, cell: string): void {
    const parsed = parseJsonCell(cell);
    if (parsed.kind === 'value') this.jsonLists.set(list, parsed.value as ProductEntry[]);
    if (parsed.kind === 'mistake') this.report({ code: parsed.code, path: list, message: parsed.message });
  }

  private report(problem: Omit<ImportProblem, 'line' | 'id'>): void {
    this.problems.push({ ...problem, line: this.line, id: this.fields.get('FBUID') });
  }
}
