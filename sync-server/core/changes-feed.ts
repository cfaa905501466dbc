import type { Actor } from '#shared/access/actor.ts';
import { toReadScope, type ReadScope } from '#shared/access/decide-access.ts';
import type { Poke } from '#shared/sync/messages.ts';
import type { CommitEvent, DocumentStore } from './document-store.ts';

/**
 * After a poke, commits are batched for this long, so a burst of writes wakes a reader at its start and its end, not
 * with every write. The first commit after a quiet moment is sent at once.
 */
const BATCH_MS = 15;
/** The same for a job's commits: there are hundreds, and a phone would pull for each. */
const JOB_BATCH_MS = 1000;

export interface ChangesFeed {
  /**
   * Pokes a reader for every collection with changes it may see. All readers of one change get the same object, so it
   * is encoded once.
   * @returns unsubscribe
   */
  subscribe(reader: Actor, listener: (poke: Poke) => void): () => void;
  readonly readers: number;
  readonly isClosed: boolean;
  /** Called when the feed closes and no more pokes will come. @returns unsubscribe */
  onClose(leave: () => void): () => void;
  close(): void;
}

interface Reader {
  readonly actor: Actor;
  readonly listener: (poke: Poke) => void;
  /** Its read scope by collection. */
  readonly scopes: Map<string, ReadScope>;
  /** Newest sequence when it subscribed; it needs no pokes for older ones. */
  readonly since: number;
}

type Touched = CommitEvent['touched'][number];
type TouchedNow = Touched & { readonly sequence: number };
interface Change extends Touched {
  readonly poke: Poke;
}

/** Pokes the readers that each commit concerns. A poke carries no data: the reader pulls. */
export function createChangesFeed(store: DocumentStore): ChangesFeed {
  const readers = new Set<Reader>();
  const touched = new Map<string, TouchedNow>();
  const touchedByJobs = new Map<string, TouchedNow>();
  const leaving = new Set<() => void>();
  let isClosed = false;
  let newest = 0;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let jobTimer: ReturnType<typeof setTimeout> | undefined;

  const stop = store.onCommit((event) => {
    newest = event.sequence;
    if (readers.size === 0) return;
    const waits = event.isOfJob && jobTimer !== undefined;
    for (const { collection, audience } of event.touched) {
      const change = { collection, audience, sequence: newest };
      (waits ? touchedByJobs : touched).set(`${collection}/${audience}`, change);
    }
    if (waits) return;
    if (event.isOfJob) jobTimer = setTimeout(flushJobs, JOB_BATCH_MS);
    if (timer || isDue) return;
    isDue = true;
    // Deferred by a tick: commits that share a transaction are reported one by one, all before the next tick.
    process.nextTick(() => isDue && flush());
  });

  function flushJobs(): void {
    jobTimer = undefined;
    if (touchedByJobs.size === 0) return;
    jobTimer = setTimeout(flushJobs, JOB_BATCH_MS);
    for (const [key, change] of touchedByJobs) touched.set(key, change);
    touchedByJobs.clear();
    if (!timer) flush();
  }

  function flush(): void {
    const changes = toChanges([...touched.values()]);
    clear();
    if (changes.length === 0) return;
    timer = setTimeout(flush, BATCH_MS);
    for (const reader of readers) pokeReader(reader, changes);
  }

  function clear(): void {
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
    touched.clear();
  }

  function clearAll(): void {
    clear();
    clearTimeout(jobTimer);
    jobTimer = undefined;
    touchedByJobs.clear();
  }

  return {
    subscribe(actor, listener) {
      const reader: Reader = { actor, listener, scopes: new Map(), since: newest };
      readers.add(reader);
      return () => {
        readers.delete(reader);
        if (readers.size === 0) clearAll();
      };
    },
    get readers() {
      return readers.size;
    },
    get isClosed() {
      return isClosed;
    },
    onClose(leave) {
      leaving.add(leave);
      return () => void leaving.delete(leave);
    },
    close() {
      stop();
      clearAll();
      isClosed = true;
      for (const leave of leaving) leave();
      readers.clear();
    },
  };
}

/** Audiences touched by the same commit share one poke. */
function toChanges(touched: readonly TouchedNow[]): readonly Change[] {
  const pokes = new Map<string, Poke>();
  return touched.map(({ collection, audience, sequence }) => {
    const key = `${sequence}/${collection}`;
    const poke = pokes.get(key) ?? { collection, sequence };
    pokes.set(key, poke);
    return { collection, audience, poke };
  });
}

function pokeReader(reader: Reader, changes: readonly Change[]): void {
  const pokes = new Map<string, Poke>();
  for (const { collection, audience, poke } of changes) {
    const known = pokes.get(collection)?.sequence ?? reader.since;
    if (poke.sequence > known && canSee(reader, collection, audience)) pokes.set(collection, poke);
  }
  for (const poke of pokes.values()) reader.listener(poke);
}

function canSee({ actor, scopes }: Reader, collection: string, audience: Touched['audience']): boolean {
  const scope = scopes.get(collection) ?? toReadScope(collection, actor);
  scopes.set(collection, scope);
  return scope === 'everything' || (scope !== 'nothing' && scope.includes(audience));
}
