import * as v from 'valibot';
import { cartItemSchema, type CartItem } from '#shared/collections/checkouts.ts';
import { createStore } from '#pwa/create-store.ts';
import { readStored } from '../store/read-stored.ts';

/** The cart's place in local storage: the collection's name. */
const KEY = 'checkouts';

const mirrorSchema = v.object({
  checkoutItems: v.array(cartItemSchema),
  /** Of all tabs' changes the newest counts: epoch milliseconds, later than of any change it was made on. */
  changedAt: v.optional(v.number(), 0),
  /** Set while the local store hasn't been told of a change yet: whose cart it is, and what was changed. */
  unsaved: v.optional(v.object({ cartId: v.string(), base: v.array(cartItemSchema) })),
});

type Mirrored = v.InferOutput<typeof mirrorSchema>;
type ItemStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** A change of a cart that its document doesn't have yet. */
export interface UnsavedChange {
  readonly cartId: string;
  /** The items before the change. */
  readonly base: readonly CartItem[];
}

export interface CartMirror {
  /** The mirrored cart: the same array until it changes. */
  readonly items: readonly CartItem[];
  readonly unsaved: UnsavedChange | undefined;
  /** Looks what other tabs have made of it, though they haven't told yet. */
  refresh(): void;
  /** Takes over what the cart's document holds; a change that isn't in it yet stays. */
  follow(items: readonly CartItem[]): void;
  /** Keeps a person's change at once, before anything asynchronous: it outlives the page from here on. */
  change(items: readonly CartItem[], cartId: string): void;
  /** The document holds these items now. A newer change stays unsaved. */
  settle(items: readonly CartItem[]): void;
  /** Holds these items from now on, whatever was there. */
  reset(items: readonly CartItem[]): void;
  subscribe(listener: () => void): () => void;
  /** Takes over what another tab wrote. */
  reread(): void;
}

/**
 * Mirrors the cart to local storage, so that badge and checkout paint before the database is open and no change is lost
 * to a reload. The cart is created empty when it is missing; a storage that is full, off or garbled leaves it in memory.
 */
export function createCartMirror(storage: ItemStorage, now: () => number): CartMirror {
  const stored = read(storage);
  const mirrored = createStore<Mirrored>(stored ?? { checkoutItems: [], changedAt: 0 });
  let isStored = stored !== undefined || store(storage, mirrored.read());

  function write(next: Mirrored): void {
    isStored = store(storage, next);
    mirrored.set(next);
  }
  /** A tab that had not heard yet of a change here may have written over it: then the change is put back. */
  function refresh(): void {
    if (!isStored) return;
    const current = mirrored.read();
    const other = read(storage);
    if (other === undefined || isSame(other, current)) return;
    if (other.changedAt < current.changedAt) write({ ...current });
    else mirrored.set(other);
  }
  const nextChange = () => Math.max(now(), mirrored.read().changedAt + 1);

  return {
    get items() {
      return mirrored.read().checkoutItems;
    },
    get unsaved() {
      return mirrored.read().unsaved;
    },
    refresh,
    follow(items) {
      refresh();
      const { unsaved, changedAt } = mirrored.read();
      if (!unsaved) write({ checkoutItems: [...items], changedAt });
    },
    change(items, cartId) {
      const { checkoutItems, unsaved } = mirrored.read();
      const base = unsaved?.cartId === cartId ? unsaved.base : checkoutItems;
      write({ checkoutItems: [...items], changedAt: nextChange(), unsaved: { cartId, base } });
    },
    settle(items) {
      refresh();
      const { checkoutItems, changedAt, unsaved } = mirrored.read();
      if (isSame(items, checkoutItems)) write({ checkoutItems, changedAt });
      // From here on it is a change of what the document holds now: else an undone change would look like none.
      else if (unsaved) write({ checkoutItems, changedAt, unsaved: { ...unsaved, base: [...items] } });
    },
    reset: (items) => write({ checkoutItems: [...items], changedAt: nextChange() }),
    subscribe: mirrored.subscribe,
    reread() {
      if (read(storage)) refresh();
      else mirrored.set({ checkoutItems: [], changedAt: nextChange() });
    },
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function read(storage: ItemStorage): Mirrored | undefined {
  return readStored(storage, KEY, mirrorSchema);
}

/** @returns whether it is kept: local storage may be full or off. Then the mirror lasts as long as the page. */
function store(storage: ItemStorage, mirrored: Mirrored): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(mirrored));
    return true;
  } catch {
    return false;
  }
}
