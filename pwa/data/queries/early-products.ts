import type { Product } from '#shared/collections/products.ts';
import type { AppStore } from '../app-store.ts';
import { readBrowserStore } from '../store/browser-store.ts';
import { readIdentity } from '../session/identity.ts';

/** After this long the early read is no faster than the local store. */
const LONGEST_MS = 300;

/**
 * Reads this device's products without the local store, which takes many times as long to open. A page shows them at
 * once, until the store delivers the current ones. Failures are ignored, because the store reports its own.
 */
export async function readEarlyProducts({ storage, earlyProducts }: AppStore): Promise<void> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_MS));
  const stored = readBrowserStore<StoredProduct>(readIdentity(storage).databaseName, 'products');
  const read = await Promise.race([stored, late]).catch(() => undefined);
  earlyProducts.set(read?.map(({ _meta, _rev, _attachments, ...product }) => product));
}

/** A product with RxDB's own fields. */
type StoredProduct = Product & Record<'_meta' | '_rev' | '_attachments', unknown>;
