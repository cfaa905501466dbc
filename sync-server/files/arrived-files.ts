import { toFileIdOf } from '#shared/api/file-storage.ts';
import type { Product } from '#shared/collections/products.ts';
import type { FileLibrary } from './file-library.ts';
import type { FileStore } from './file-store.ts';

/**
 * The products as pages and crawlers get them: a picture that has not arrived has no address, and the others keep their
 * places; a download that has not arrived is left out. The array is the same until a product or a file changes.
 */
export function createArrivedFiles(
  list: () => Promise<readonly Product[]>,
  { storage, library }: { readonly storage: { readonly files: FileStore }; readonly library: FileLibrary },
): () => Promise<readonly Product[]> {
  let known:
    | { readonly from: readonly Product[]; readonly version: number; readonly to: readonly Product[] }
    | undefined;

  function withoutMissing(product: Product, stored: ReadonlySet<string>): Product {
    const isMissing = (address: string) => {
      const id = toFileIdOf(address);
      return id !== undefined && !stored.has(id);
    };
    const { productImages, productDownloads } = product;
    if (![...productImages, ...productDownloads].some(({ value }) => isMissing(value))) return product;
    return {
      ...product,
      productImages: productImages.map((image) => (isMissing(image.value) ? { ...image, value: '' } : image)),
      productDownloads: productDownloads.filter(({ value }) => !isMissing(value)),
    };
  }

  return async () => {
    const from = await list();
    // Before the rows are read: what is stored meanwhile is read by the next call.
    const version = library.version();
    if (known?.from !== from || known.version !== version) {
      const stored = new Set((await storage.files.list('stored')).map(({ id }) => id));
      const changed = from.map((product) => withoutMissing(product, stored));
      const isSame = changed.every((product, index) => product === from[index]);
      const to = isSame ? from : changed;
      known = { from, version, to };
      return to;
    }
    return known.to;
  };
}
