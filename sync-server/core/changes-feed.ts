import { ANONYMOUS, type Actor } from '#shared/access/actor.ts';
import { toReadScope, type ReadScope } from '#shared/access/decide-access.ts';
import type { CommitEvent, DocumentStore } from './document-store.ts';
import { readPokePage } from './pull.ts';

/**
 * After a poke, commits are batched for this long, so a burst of writes wakes a reader at its start and its end, not
 * with every write. The first commit after a quiet moment is sent at once.
 */
const BATCH_MS = 15;
/** The same for a job's commits: there are hundreds, and a phone would pull for each. */
const JOB_BATCH_MS = 1000;

/** A poke for all readers that see the same. */
export interface SharedPoke {
  readonly collection: string;
  readonly sequence: number;
  /** JSON text of a `PokePage`, if the change is small. */
  readonly page: string | undefined;
}

export interface ChangesFeed {
  /**
   * Pokes a reader for every collection with changes it may see. All readers that see the same get the same object, so
   * it is encoded once.
   * @returns unsubscribe
   */
  subscribe(reader: Actor, listener: (poke: SharedPoke) => void): () => void;
  readonly readers: number;
  readonly isClosed: boolean;
  /** Called when the feed closes and no more pokes will come. @returns unsubscribe */
  onClose(leave: () => void): () => void;
  close(): void;
}

interface Reader {
  readonly actor: Actor;
  readonly listener: (poke: SharedPoke) => void;
  /** What it sees, by collection. */
  readonly views: Map<string, View>;
  /** Newest sequence when it subscribed; it needs no pokes for older ones. */
  readonly since: number;
}

/** What a reader sees of a collection; readers with the same key get the same bytes. */
interface View {
  readonly scope: ReadScope;
  readonly key: string;
  /** Whose eyes a page for this view is read with. */
  readonly actor: Actor;
}

type Touched = CommitEvent['touched'][number];
type Change = Touched & { readonly sequence: number };

/** Pokes the readers that each commit concerns. */
export function createChangesFeed(store: DocumentStore): ChangesFeed {
  const readers = new Set<Reader>();
  const touched = new Map<string, Change>();
  const touchedByJobs = new Map<string, Change>();
  const leaving = new Set<() => void>();
  /** The sequence of the last poke, by collection: readers that missed none know the collection up to it. */
  const poked = new Map<string, number>();
  let isClosed = false;
  let newest = 0;
  let delivery = Promise.resolve();
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let jobTimer: ReturnType<typeof setTimeout> | undefined;

  const stop = store.onCommit((event) => {
    // Another server's commit may be heard of after a later one of this server.
    newest = Math.max(newest, event.sequence);
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
    const changes = [...touched.values()];
    clear();
    if (changes.length === 0) return;
    timer = setTimeout(flush, BATCH_MS);
    // In order: a reader that got a later page first would pull.
    delivery = delivery.then(() => deliver(changes));
  }

  async function deliver(changes: readonly Change[]): Promise<void> {
    const groups = groupReaders(readers, changes);
    for (const { collection, sequence, view, members } of groups) {
      const after = poked.get(collection);
      // Without a page the readers pull.
      const page =
        after === undefined
          ? undefined
          : await readPokePage(store, { collection, after }, view.actor).catch(() => undefined);
      const poke: SharedPoke = { collection, sequence, page };
      for (const reader of members) if (readers.has(reader)) reader.listener(poke);
    }
    for (const { collection, sequence } of changes)
      poked.set(collection, Math.max(sequence, poked.get(collection) ?? 0));
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
      const reader: Reader = { actor, listener, views: new Map(), since: newest };
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

/** Readers that get the same poke. */
interface Group {
  readonly collection: string;
  readonly view: View;
  readonly sequence: number;
  readonly members: Reader[];
}

function groupReaders(readers: ReadonlySet<Reader>, changes: readonly Change[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const reader of readers) {
    const newest = new Map<string, number>();
    for (const { collection, audience, sequence } of changes) {
      const known = newest.get(collection) ?? reader.since;
      if (sequence > known && canSee(viewOf(reader, collection), audience)) newest.set(collection, sequence);
    }
    for (const [collection, sequence] of newest) {
      const view = viewOf(reader, collection);
      const key = `${collection}/${sequence}/${view.key}`;
      const group = groups.get(key) ?? { collection, view, sequence, members: [] };
      groups.set(key, group);
      group.members.push(reader);
    }
  }
  return [...groups.values()];
}

function viewOf({ actor, views }: Reader, collection: string): View {
  const view = views.get(collection) ?? toView(actor, toReadScope(collection, actor));
  views.set(collection, view);
  return view;
}

/** Authors are shown to staff and to themselves, so a page for everybody is read as somebody signed out. */
function toView(actor: Actor, scope: ReadScope): View {
  const seesAuthors = actor.isStaff || actor.isAdmin;
  const isPublic = !seesAuthors && typeof scope !== 'string' && scope.every((one) => one === 'public');
  const reader = seesAuthors ? 'staff' : (actor.email ?? '');
  const what = typeof scope === 'string' ? scope : scope.toSorted().join('|');
  return isPublic ? { scope, key: what, actor: ANONYMOUS } : { scope, key: `${what}/${reader}`, actor };
}

function canSee({ scope }: View, audience: Touched['audience']): boolean {
  return scope === 'everything' || (scope !== 'nothing' && scope.includes(audience));
}
