import type { ImportProblem, LeftOut, TableRow } from '#shared/import/import-problem.ts';
import { mapInSteps, type MappingSteps } from '#shared/import/mapping-steps.ts';
import { readShopifyColumns, type ShopifyColumns } from './shopify-columns.ts';
import { toShopifyProduct, type ShopifyOptions } from './shopify-product.ts';
import { firstText, groupByHandle, toShopifyRow, type ShopifyGroup } from './shopify-rows.ts';

export interface ShopifyCsvOptions extends ShopifyOptions {
  /** What becomes of drafts and unpublished products; without it they are a problem, since here everything is public. */
  readonly unpublished?: 'import' | 'skip' | undefined;
}

/** A Shopify product export as products; several rows with one handle are one product. */
export function* mapShopifyRows(
  header: readonly string[],
  rows: readonly TableRow[],
  options: ShopifyCsvOptions = {},
): MappingSteps {
  const columns = readShopifyColumns(header);
  const { groups, linesWithoutHandle } = groupByHandle(rows.map((row) => toShopifyRow(row, columns)));
  const hidden = groups.filter(isUnpublished);
  const wanted = options.unpublished === 'skip' ? groups.filter((group) => !isUnpublished(group)) : groups;
  const products = yield* mapInSteps(wanted, (group) => toShopifyProduct(group, options));
  const problems = [
    ...linesWithoutHandle.map(toHandleProblem),
    ...(options.unpublished === undefined ? hidden.map(toHiddenProblem) : []),
    ...products.flatMap((product) => product.problems),
  ];
  const notices = [
    ...products.flatMap(({ source, otherPrices }) => toPriceNotice(source.document['FBUID'], otherPrices)),
    ...toFormattingNotice(products.filter((product) => product.isFormattingLost).length),
    ...(options.unpublished === 'skip' ? toSkippedNotice(hidden) : []),
  ];
  return {
    documents: products.filter((product) => product.problems.length === 0).map((product) => product.source),
    problems,
    notices,
    leftOut: countUnmapped(columns, rows),
  };
}

function isUnpublished(group: ShopifyGroup): boolean {
  return (
    firstText(group, 'published').toLowerCase() === 'false' ||
    ['draft', 'archived', 'unlisted'].includes(firstText(group, 'status').toLowerCase())
  );
}

function countUnmapped({ unmapped }: ShopifyColumns, rows: readonly TableRow[]): LeftOut[] {
  return unmapped.flatMap(({ title, position }) => {
    const count = rows.filter((row) => (row.cells[position] ?? '').trim() !== '').length;
    return count === 0 ? [] : [{ name: title, count }];
  });
}

function toHandleProblem(line: number): ImportProblem {
  return { code: 'missing-id', line, path: 'Handle', message: 'The row has no handle.' };
}

function toHiddenProblem({ line, handle }: ShopifyGroup): ImportProblem {
  const message = 'It is not published in Shopify; here every product is public.';
  return { code: 'unpublished', line, id: handle, path: 'Published', message };
}

function toPriceNotice(id: unknown, otherPrices: readonly string[]): string[] {
  if (otherPrices.length === 0) return [];
  return [
    `${String(id)}: the first variant's price counts; kept in the specification only: ${otherPrices.join(', ')}`,
  ];
}

function toFormattingNotice(count: number): string[] {
  if (count === 0) return [];
  return [
    `${count} ${count === 1 ? 'description shows' : 'descriptions show'} pictures, links or tables; their text alone is kept`,
  ];
}

function toSkippedNotice(hidden: readonly ShopifyGroup[]): string[] {
  if (hidden.length === 0) return [];
  return [`not published, left out: ${hidden.map(({ handle }) => handle).join(', ')}`];
}
