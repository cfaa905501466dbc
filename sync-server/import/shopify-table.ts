import type { TableRow } from '#shared/import/import-problem.ts';
import type { ReadPart } from './import-item.ts';
import type { ImportNotes } from './import-notes.ts';
import { toShopifyProduct } from './shopify-product.ts';
import { firstText, groupByHandle, readShopifyColumns, type ShopifyGroup } from './shopify-rows.ts';

export interface ShopifySettings {
  /** Category of products without a recognisable one. */
  readonly category?: string | undefined;
  /**
   * What to do with drafts and unpublished products. Unset, they are problems, because every product here is public.
   */
  readonly unpublished?: 'import' | 'skip' | undefined;
}

/** Products per batch. */
const GROUP = 100;

/** Converts a Shopify product export; rows with the same handle form one product. */
export function* readShopifyProducts(
  [header, ...rows]: readonly TableRow[],
  settings: ShopifySettings,
  notes: ImportNotes,
): Generator<readonly ReadPart[]> {
  const columns = readShopifyColumns(header?.cells ?? []);
  for (const { title, position } of columns.unmapped) {
    const count = rows.filter((row) => (row.cells[position] ?? '').trim() !== '').length;
    if (count > 0) notes.leaveOut(title, count);
  }
  const { groups, withoutHandle } = groupByHandle(rows, columns);
  const hidden = groups.filter(isUnpublished);
  const wanted = settings.unpublished === 'skip' ? groups.filter((group) => !hidden.includes(group)) : groups;
  if (settings.unpublished === 'skip' && hidden.length > 0) {
    notes.add(`Not published, so left out: ${hidden.map(({ handle }) => handle).join(', ')}.`);
  }
  yield withoutHandle.map(({ line, cells }): ReadPart => {
    const message = 'The row has no handle.';
    return {
      kind: 'rejected',
      problems: [{ code: 'missing-id', line, path: 'Handle', message }],
      raw: JSON.stringify(cells),
    };
  });
  let unformatted = 0;
  for (let start = 0; start < wanted.length; start += GROUP) {
    yield wanted.slice(start, start + GROUP).map((group): ReadPart => {
      const { document, problems, otherPrices, isFormattingLost } = toShopifyProduct(group, settings);
      if (isFormattingLost) unformatted += 1;
      if (otherPrices.length > 0) {
        notes.add(
          `${String(document['FBUID'])}: the first variant's price counts; the specification keeps ${otherPrices.join(', ')}.`,
        );
      }
      const { line, handle: id } = group;
      const message = 'It is not published in Shopify; here every product is public.';
      const isRefused = settings.unpublished === undefined && isUnpublished(group);
      const all = isRefused
        ? [{ code: 'unpublished', line, id, path: 'Published', message }, ...problems]
        : problems;
      if (all.length === 0) return { kind: 'document', document, line };
      return { kind: 'rejected', problems: all, raw: JSON.stringify(document) };
    });
  }
  if (unformatted > 0) {
    notes.add(
      `${unformatted} ${unformatted === 1 ? 'description shows' : 'descriptions show'} pictures, links or tables; only their text is kept.`,
    );
  }
}

function isUnpublished(group: ShopifyGroup): boolean {
  return (
    firstText(group, 'published').toLowerCase() === 'false' ||
    ['draft', 'archived', 'unlisted'].includes(firstText(group, 'status').toLowerCase())
  );
}
