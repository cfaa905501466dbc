import * as v from 'valibot';
import { cartItemSchema, type CartItem } from '#shared/collections/checkouts.ts';

/** The cart's place in local storage: the collection's name. */
const KEY = 'checkouts';
const LAST_ORDER_KEY = 'checkouts.lastOrder';

const mirrorSchema = v.object({ checkoutItems: v.array(cartItemSchema) });

type ItemStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface CartMirror {
  /** The mirrored cart: the same array until it changes. */
  readonly items: readonly CartItem[];
  write(items: readonly CartItem[]): void;
  readonly lastOrder: readonly CartItem[];
  keepLastOrder(items: readonly CartItem[]): void;
  subscribe(listener: () => void): () => void;
  /** Takes over what another tab wrote. */
  reread(): void;
}

/**
 * Mirrors the cart to local storage, so that badge and checkout paint before the database is open. The cart is created
 * empty when it is missing; a storage that is full, off or garbled leaves it in memory.
 */
export function createCartMirror(storage: ItemStorage): CartMirror {
  const listeners = new Set<() => void>();
  const stored = readItems(storage, KEY);
  let items: readonly CartItem[] = stored ?? [];
  if (!stored) store(storage, KEY, items);
  const tell = () => listeners.forEach((listener) => listener());

  return {
    get items() {
      return items;
    },
    write(next) {
      items = next;
      store(storage, KEY, next);
      tell();
    },
    get lastOrder() {
      return readItems(storage, LAST_ORDER_KEY) ?? [];
    },
    keepLastOrder: (order) => store(storage, LAST_ORDER_KEY, order),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reread() {
      items = readItems(storage, KEY) ?? [];
      tell();
    },
  };
}

function readItems(storage: ItemStorage, key: string): readonly CartItem[] | undefined {
  try {
    const parsed = v.safeParse(mirrorSchema, JSON.parse(storage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output.checkoutItems : undefined;
  } catch {
    return undefined;
  }
}

function store(storage: ItemStorage, key: string, checkoutItems: readonly CartItem[]): void {
  try {
    storage.setItem(key, JSON.stringify({ checkoutItems }));
  } catch {
    // Local storage is full or off: the local database is the truth, the mirror only paints sooner.
  }
}
