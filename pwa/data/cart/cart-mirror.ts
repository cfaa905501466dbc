import * as v from 'valibot';
import { cartItemSchema, type CartItem } from '#shared/collections/checkouts.ts';
import { createStore } from '#pwa/create-store.ts';
import { readStored } from '../store/read-stored.ts';

/** The cart's key in local storage: the collection's name. */
const KEY = 'checkouts';

const mirrorSchema = v.object({
  checkoutItems: v.array(cartItemSchema),
  /** Epoch milliseconds, later than those of any change it is based on. The newest change of all tabs wins. */
  changedAt: v.optional(v.number(), 0),
  /** Changes that may not be in the local store yet: the account whose cart it is and the ids of the changed products. */
  unsaved: v.optional(v.object({ accountId: v.optional(v.string()), changed: v.array(v.string()) })),
});

type Mirrored = v.InferOutput<typeof mirrorSchema>;
type ItemStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Changes of a cart that may not be in its document yet. A page that was left at the wrong moment has written the
 * document without noting it here, so a change must have the same result when it is saved twice.
 */
export interface UnsavedChange {
  /** The account whose cart it is; `undefined` for the device's own. */
  readonly accountId?: string | undefined;
  /** Ids of the products whose count was changed. */
  readonly changed: readonly string[];
}

export interface CartMirror {
  /** The mirrored cart: the same array until it changes. */
  readonly items: readonly CartItem[];
  readonly unsaved: UnsavedChange | undefined;
  /** Reads other tabs' changes before their storage events arrive. */
  refresh(): void;
  /** Copies the items of the cart's document, unless a change is unsaved. */
  follow(items: readonly CartItem[]): void;
  /** Stores a person's change synchronously, so that it survives the page. */
  change(items: readonly CartItem[], accountId: string | undefined): void;
  /** Marks these items as saved in the document. A newer change stays unsaved. */
  settle(items: readonly CartItem[]): void;
  /** Replaces the items, whatever they were. */
  reset(items: readonly CartItem[]): void;
  subscribe(listener: () => void): () => void;
  /** Reads what another tab has stored. */
  reread(): void;
}

/**
 * Mirrors the cart to local storage, so that badge and checkout paint before the database is open and no change is lost
 * to a reload. A missing or corrupted cart is replaced by an empty one. Without storage the mirror lasts as long as the
 * page.
 */
export function createCartMirror(storage: ItemStorage, now: () => number): CartMirror {
  const stored = read(storage);
  const mirrored = createStore<Mirrored>(stored ?? { checkoutItems: [], changedAt: 0 });
  let isStored = stored !== undefined || store(storage, mirrored.read());

  function write(next: Mirrored): void {
    isStored = store(storage, next);
    mirrored.set(next);
  }
  /** Reads a newer change from storage. An older one was written by a tab that missed ours: writes ours again. */
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
    change(items, accountId) {
      const { checkoutItems, unsaved } = mirrored.read();
      const earlier = unsaved && unsaved.accountId === accountId ? unsaved.changed : [];
      const changed = [...new Set([...earlier, ...findChanged(checkoutItems, items)])];
      write({ checkoutItems: [...items], changedAt: nextChange(), unsaved: { accountId, changed } });
    },
    settle(items) {
      refresh();
      const { checkoutItems, changedAt } = mirrored.read();
      if (isSame(items, checkoutItems)) write({ checkoutItems, changedAt });
    },
    reset: (items) => write({ checkoutItems: [...items], changedAt: nextChange() }),
    subscribe: mirrored.subscribe,
    reread() {
      if (read(storage)) refresh();
      else mirrored.set({ checkoutItems: [], changedAt: nextChange() });
    },
  };
}

/** Ids of the products whose count differs. */
function findChanged(before: readonly CartItem[], after: readonly CartItem[]): string[] {
  const countIn = (items: readonly CartItem[], id: string) =>
    items.find(({ FBUID }) => FBUID === id)?.productCount;
  return [...before, ...after]
    .map(({ FBUID }) => FBUID)
    .filter((id) => countIn(before, id) !== countIn(after, id));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function read(storage: ItemStorage): Mirrored | undefined {
  return readStored(storage, KEY, mirrorSchema);
}

/** @returns whether it was stored; local storage may be full or disabled */
function store(storage: ItemStorage, mirrored: Mirrored): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(mirrored));
    return true;
  } catch {
    return false;
  }
}
