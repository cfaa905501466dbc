import type { Shop } from './shop.ts';

let opening: Promise<Shop> | undefined;

/** The open local store. The first call opens it; database and replication are loaded only then. */
export function whenShop(): Promise<Shop> {
  opening ??= import('./shop.ts').then((module) => module.openShop());
  return opening;
}
