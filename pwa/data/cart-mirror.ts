import * as v from 'valibot';
import { cartItemSchema, type CartItem } from '#shared/collections/checkouts.ts';
import { readStored } from './read-stored.ts';

/** The cart's place in local storage: the collection's name. */
const KEY = 'checkouts';

const mirrorSchema = v.object({
  checkoutItems: v.array(cartItemSchema),
  /** Of all tabs' changes the newest counts: epoch milliseconds, later than of any change it was made on. */
  changedAt: v.optional(v.number(), 0),
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
  /** Looks what other tabs have made of it, though they haven't told yet. */
  refresh(): void;
  /** Takes over what the bag's document holds; a change that isn't in it yet stays. */
  follow(items: readonly CartItem[]): void;
  /** Keeps a person's change at once, before anything asynchronous: it outlives the page from here on. */
  change(items: readonly CartItem[], bagId: string): void;
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
  const listeners = new Set<() => void>();
  const stored = read(storage);
  let current: Mirrored = stored ?? { checkoutItems: [], changedAt: 0 };
  let isStored = stored !== undefined || store(storage, current);

  function take(next: Mirrored): void {
    current = next;
    for (const listener of listeners) listener();
  }
  function write(next: Mirrored): void {
    isStored = store(storage, next);
    take(next);
  }
  /** A tab that had not heard yet of a change here may have written over it: then the change is put back. */
  function refresh(): void {
    if (!isStored) return;
    const other = read(storage);
    if (other === undefined || isSame(other, current)) return;
    if (other.changedAt < current.changedAt) write(current);
    else take(other);
  }
  const nextChange = () => Math.max(now(), current.changedAt + 1);

  return {
    get items() {
      return current.checkoutItems;
    },
    get unsaved() {
      return current.unsaved;
    },
    refresh,
    follow(items) {
      refresh();
      if (!current.unsaved) write({ checkoutItems: [...items], changedAt: current.changedAt });
    },
    change(items, bagId) {
      const base = current.unsaved?.bagId === bagId ? current.unsaved.base : current.checkoutItems;
      write({ checkoutItems: [...items], changedAt: nextChange(), unsaved: { bagId, base } });
    },
    settle(items) {
      refresh();
      const { checkoutItems, changedAt, unsaved } = current;
      if (isSame(items, checkoutItems)) write({ checkoutItems, changedAt });
      // From here on it is a change of what the document holds now: else an undone change would look like none.
      else if (unsaved) write({ ...current, unsaved: { ...unsaved, base: [...items] } });
    },
    reset: (items) => write({ checkoutItems: [...items], changedAt: nextChange() }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reread() {
      if (read(storage)) refresh();
      else take({ checkoutItems: [], changedAt: nextChange() });
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
