import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { createMemoryStore } from './memory-store.ts';
import { openTestPostgres } from './postgres-store.ts';

type SuiteStore = DocumentStore & CompactableStore;

export const isOnPostgres = process.env['STORE'] === 'postgres';

/** Most stores that a test uses. */
const READY = 4;

interface Prepared {
  readonly store: SuiteStore;
  readonly use: (clock: Clock) => void;
  readonly dispose: () => Promise<void>;
}

/** Opened before a test, because a test opens its store without waiting. */
const ready: Prepared[] = [];
let taken: Prepared[] = [];

/** The store of a core test: in memory, or on PostgreSQL with `STORE=postgres`. */
export function createSuiteStore(clock: Clock = systemClock): SuiteStore {
  if (!isOnPostgres) return createMemoryStore(clock);
  const prepared = ready.pop();
  if (!prepared) throw new Error(`A test has ${READY} stores at most.`);
  taken.push(prepared);
  prepared.use(clock);
  return prepared.store;
}

/** Lets all tests of a worker use stores on PostgreSQL. */
export function setUpSuiteStores(): void {
  let ofFile: Prepared[] = [];
  beforeAll(prepareAll, 60_000);
  beforeEach(() => {
    ofFile = [...ofFile, ...taken];
    taken = [];
    return prepareAll();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(taken.map(({ dispose }) => dispose()));
    taken = [];
  });
  afterAll(async () => {
    await Promise.all([...ofFile, ...taken].map(({ dispose }) => dispose()));
    [ofFile, taken] = [[], []];
  });
}

async function prepareAll(): Promise<void> {
  while (ready.length < READY) ready.push(await prepare());
}

async function prepare(): Promise<Prepared> {
  let clock = systemClock;
  const { store, dispose } = await openTestPostgres({
    now: () => clock.now(),
    offsetMinutes: (at) => clock.offsetMinutes(at),
  });
  let disposed: Promise<void> | undefined;
  // A test may close its store itself.
  const close = () => (disposed ??= dispose());
  return { store: { ...store, close }, dispose: close, use: (wanted) => (clock = wanted) };
}
