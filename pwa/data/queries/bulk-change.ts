import type { Product } from '#shared/collections/products.ts';
import { readValue, withValue, type PlannedChange } from '#shared/domain/bulk-change.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { AppStore } from '../app-store.ts';
import { logError } from '../log.ts';
import type { Content } from '../store/local-writes.ts';
import { readState } from '../sync/local-states.ts';
import { withoutMeta } from '../sync/on-disk.ts';
import { undeleteProduct } from './deleted-products.ts';

/** A change that was made to one product, with the write that made it. */
export interface MadeChange extends PlannedChange {
  readonly writeId: string;
}

/** The last change to many products, for its Undo. */
export interface BulkRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly made: readonly MadeChange[];
}

/** Local storage key of the last change to many products. */
const RECORD_KEY = 'nankeen.bulkChange';
export const UNDO_MS = 600_000;

/** The last change, as long as it can be undone. */
export function readBulkRecord({ storage }: AppStore, now: number): BulkRecord | undefined {
  try {
    const record = JSON.parse(storage.getItem(RECORD_KEY) ?? 'null') as BulkRecord | null;
    return record && now - record.at < UNDO_MS ? record : undefined;
  } catch {
    return undefined;
  }
}

export function forgetBulkRecord({ storage }: AppStore): void {
  storage.removeItem(RECORD_KEY);
}

/** What became of the products, by name. */
export interface BulkOutcome {
  /** Written on this device. */
  readonly done: readonly string[];
  /** Left alone, because they have changed since. */
  readonly changedSince: readonly string[];
  /** Refused by this device, or not reachable on the server. */
  readonly failed: readonly string[];
}

type Outcome = keyof BulkOutcome;

/**
 * Makes the planned changes, one ordinary write for each product. A product that no longer has the value it was planned
 * with is left alone. What was made is recorded at once, so that Undo works after a crash too.
 * @param onProgress called with the number of products tried
 */
export async function makeBulkChange(
  app: AppStore,
  planned: readonly PlannedChange[],
  now: () => number,
  onProgress: (tried: number) => void,
): Promise<BulkOutcome> {
  const { storage } = app;
  const made: MadeChange[] = [];
  return tryEach(planned, onProgress, async (change) => {
    const writeId = await makeChange(app, change);
    if (writeId === undefined) return 'changedSince';
    made.push({ ...change, writeId });
    storage.setItem(RECORD_KEY, JSON.stringify({ at: now(), made } satisfies BulkRecord));
    return 'done';
  });
}

/** @returns the write's id; `undefined` if the product is not as planned */
async function makeChange({ localStore }: AppStore, change: PlannedChange): Promise<string | undefined> {
  const { id, field, before, after } = change;
  const store = await localStore.whenOpen();
  let isAsPlanned = false;
  await store.write('products', id, (current) => {
    isAsPlanned = current !== undefined && readValue(current, field) === before;
    if (!current || !isAsPlanned) return 'keep';
    return after === undefined ? 'delete' : withValue(toProductContent(current), field, after);
  });
  if (!isAsPlanned) return undefined;
  return (await readState(store.database, 'products', id))?.writeId;
}

/**
 * Undoes a change, again with one write for each product; leaves those alone whose field has changed since. What failed
 * can be undone again.
 */
export async function undoBulkChange(
  app: AppStore,
  { at, made }: BulkRecord,
  onProgress: (tried: number) => void,
): Promise<BulkOutcome> {
  const left = new Set(made);
  const outcome = await tryEach(made, onProgress, async (change) => {
    const isUndone = await undoChange(app, change);
    left.delete(change);
    return isUndone ? 'done' : 'changedSince';
  });
  if (left.size === 0) forgetBulkRecord(app);
  else app.storage.setItem(RECORD_KEY, JSON.stringify({ at, made: [...left] } satisfies BulkRecord));
  return outcome;
}

/** @returns whether the field still had the value of the change, or the product was still deleted by it */
async function undoChange(app: AppStore, change: MadeChange): Promise<boolean> {
  const { id, field, before, after, writeId } = change;
  const store = await app.localStore.whenOpen();
  if (after === undefined) {
    const state = await readState(store.database, 'products', id);
    if (state?.writeId !== writeId) return false;
    await undeleteProduct(app, id);
    return true;
  }
  let isAsLeft = false;
  await store.write('products', id, (current) => {
    // Something else may have changed since, such as the price id.
    isAsLeft = current !== undefined && readValue(current, field) === after;
    return current && isAsLeft ? withValue(toProductContent(current), field, before) : 'keep';
  });
  return isAsLeft;
}

async function tryEach<Change extends PlannedChange>(
  changes: readonly Change[],
  onProgress: (tried: number) => void,
  attempt: (change: Change) => Promise<Outcome>,
): Promise<BulkOutcome> {
  const outcomes: Record<Outcome, string[]> = { done: [], changedSince: [], failed: [] };
  for (const [index, change] of changes.entries()) {
    const outcome = await attempt(change).catch((error: unknown): Outcome => {
      logError('A product could not be changed:', error);
      return 'failed';
    });
    outcomes[outcome].push(change.name);
    onProgress(index + 1);
  }
  return outcomes;
}

/** A product's own fields, without those of RxDB and the sync layer. */
function toProductContent(product: Product): Content<'products'> {
  const {
    FBUID: _FBUID,
    createdAt: _createdAt,
    ...content
  } = toContent(withoutMeta(product as unknown as WireDocument));
  return content as unknown as Content<'products'>;
}
