import type { Product } from '#shared/collections/products.ts';
import type { AppStore } from '../app-store.ts';
import { readBrowserStore } from '../store/browser-store.ts';
import { readIdentity } from '../session/identity.ts';

/** A browser that takes longer is no faster than the local store. */
const LONGEST_MS = 300;

/**
 * Reads this device's products past the local store, which takes many times as long to open: a page shows them at once
 * and learns from the store whether there are more, or others. Whatever goes wrong, the store has its own word on it.
 */
export async function readEarlyProducts({ storage, earlyProducts }: AppStore): Promise<void> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_MS));
  const stored = readBrowserStore<StoredProduct>(readIdentity(storage).databaseName, 'products');
  const read = await Promise.race([stored, late]).catch(() => undefined);
  earlyProducts.set(read?.map(({ _meta, _rev, _attachments, ...product }) => product));
}

/** With the local store's own fields, which go nowhere else. */
type StoredProduct = Product & Record<'_meta' | '_rev' | '_attachments', unknown>;
