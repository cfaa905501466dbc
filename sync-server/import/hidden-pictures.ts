import { products } from '#shared/collections/products.ts';
import { isAllowedPicture, toPictureOrigin } from '#shared/domain/picture-origin.ts';
import { formatCount } from './import-notes.ts';

/** Most hosts that are counted one by one: a file may name a million. */
const MAX_COUNTED = 1000;
/** Most hosts that a notice names. */
const MAX_NAMED = 20;

/** Counts the pictures of imported products that the shop's pages will not show. */
export interface HiddenPictures {
  add(document: Readonly<Record<string, unknown>>): void;
  toSentences(): readonly string[];
}

/** @param origins allowed besides the shop's own paths */
export function createHiddenPictures(collection: string, origins: readonly string[]): HiddenPictures {
  const counts = new Map<string, number>();
  let total = 0;

  function addPicture(address: string): void {
    if (isAllowedPicture(address, origins)) return;
    total += 1;
    const host = toPictureOrigin(address).replace('https://', '');
    if (counts.has(host) || counts.size < MAX_COUNTED) counts.set(host, (counts.get(host) ?? 0) + 1);
  }

  return {
    add(document) {
      if (collection !== products.name) return;
      const { productImages } = document as { readonly productImages: readonly { readonly value: string }[] };
      for (const { value } of productImages) addPicture(value);
    },
    toSentences() {
      if (total === 0) return [];
      const named = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MAX_NAMED);
      const rest = total - named.reduce((sum, [, count]) => sum + count, 0);
      const hosts = [...named, ...(rest === 0 ? [] : [['other hosts', rest] as const])];
      const list = hosts.map(([host, count]) => `${host} (${formatCount(count)})`).join(', ');
      const what = total === 1 ? '1 picture address is' : `${formatCount(total)} picture addresses are`;
      return [
        `${what} imported, but the shop will not show the pictures: ${list}. It shows its own pictures and, over https, those of the hosts in the server’s setting PICTURE_HOSTS.`,
      ];
    },
  };
}
