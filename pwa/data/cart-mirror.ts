import * as v from 'valibot';
import { cartItemSchema, type CartItem } from '#shared/collections/checkouts.ts';

/** The cart's place in local storage: the collection's name. */
const KEY = 'checkouts';
const LAST_ORDER_KEY = 'checkouts.lastOrder';

const mirrorSchema = v.object({
  checkoutItems: v.array(cartItemSchema),
  /** Set while the local store hasn't been told of a change yet: whose bag it is, and what was changed. */
  unsaved: v.optional(v.object({ bagId: v.string(), base: v.array(cartItemSchema) })),
});

type Mirrored = v.InferOutput<typeof mirrorSchema>;
type ItemStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** A change of a bag that its document doesn't have yet. */
export interface UnsavedChange {
  readonly bagId: string;
  /** The items before the change. */
  readonly base: readonly CartItem[];
}

export interface CartMirror {
  /** The mirrored cart: the same array until it changes. */
  readonly items: readonly CartItem[];
  readonly unsaved: UnsavedChange | undefined;
  /** Takes over what the bag's document holds; a change that isn't in it yet stays. */
  follow(items: readonly CartItem[]): void;
  /** Keeps a person's change at once, before anything asynchronous: it outlives the page from here on. */
  change(items: readonly CartItem[], bagId: string): void;
  /** The document holds these items now. A newer change stays unsaved. */
  settle(items: readonly CartItem[]): void;
  /** Holds these items from now on, whatever was there. */
  reset(items: readonly CartItem[]): void;
  readonly lastOrder: readonly CartItem[];
  keepLastOrder(items: readonly CartItem[]): void;
  subscribe(listener: () => void): () => void;
  /** Takes over what another tab wrote. */
  reread(): void;
}

/**
 * Mirrors the cart to local storage, so that badge and checkout paint before the database is open and no change is lost
 * to a reload. The cart is created empty when it is missing; a storage that is full, off or garbled leaves it in memory.
 */
export function createCartMirror(storage: ItemStorage): CartMirror {
  const listeners = new Set<() => void>();
  const stored = read(storage, KEY);
  let current: Mirrored = stored ?? { checkoutItems: [] };
  if (!stored) store(storage, KEY, current);

  function write(next: Mirrored): void {
    current = next;
    store(storage, KEY, next);
    for (const listener of listeners) listener();
  }
  const reset = (items: readonly CartItem[]) => write({ checkoutItems: [...items] });

  return {
    get items() {
      return current.checkoutItems;
    },
    get unsaved() {
      return current.unsaved;
    },
    follow(items) {
      if (!current.unsaved) reset(items);
    },
    change(items, bagId) {
      const base = current.unsaved?.bagId === bagId ? current.unsaved.base : current.checkoutItems;
      write({ checkoutItems: [...items], unsaved: { bagId, base } });
    },
    settle(items) {
      if (items === current.checkoutItems) write({ checkoutItems: current.checkoutItems });
    },
    reset,
    get lastOrder() {
      return read(storage, LAST_ORDER_KEY)?.checkoutItems ?? [];
    },
    keepLastOrder: (order) => store(storage, LAST_ORDER_KEY, { checkoutItems: [...order] }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reread() {
      current = read(storage, KEY) ?? { checkoutItems: [] };
      for (const listener of listeners) listener();
    },
  };
}

function read(storage: ItemStorage, key: string): Mirrored | undefined {
  try {
    const parsed = v.safeParse(mirrorSchema, JSON.parse(storage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

function store(storage: ItemStorage, key: string, mirrored: Mirrored): void {
  try {
    storage.setItem(key, JSON.stringify(mirrored));
  } catch {
    // Local storage is full or off: the mirror lasts as long as the page, and the local database holds the bag.
  }
}
