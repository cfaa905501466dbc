import type { Actor } from '#shared/access/actor.ts';
import { toReadScope, type ReadScope } from '#shared/access/decide-access.ts';
import type { Poke } from '#shared/sync/messages.ts';
import type { CommitEvent, DocumentStore } from './document-store.ts';

/**
 * After news, commits are gathered for this long, so that a burst of writes wakes a reader at its beginning and at its
 * end, not with every write. What comes after a quiet moment is told at once.
 */
const GATHER_MS = 15;
/** The same for a job's commits, of which there are hundreds: a phone would pull for each. */
const JOB_GATHER_MS = 1000;

export interface ChangesFeed {
  /**
   * Tells a reader of every collection that has something new for it; returns how to stop. All readers of one piece of
   * news are given the same object.
   */
  subscribe(reader: Actor, listener: (poke: Poke) => void): () => void;
  readonly readers: number;
  readonly isClosed: boolean;
  /** Calls back when the feed closes: nothing comes any more, whoever waits should leave. Returns how to stop that. */
  onClose(leave: () => void): () => void;
  close(): void;
}

interface Reader {
  readonly actor: Actor;
  readonly listener: (poke: Poke) => void;
  /** What it may see, by collection. */
  readonly scopes: Map<string, ReadScope>;
  /** Newest sequence when it came: older news are none to it. */
  readonly since: number;
}

type Touched = CommitEvent['touched'][number];
type TouchedNow = Touched & { readonly sequence: number };
interface News extends Touched {
  readonly poke: Poke;
}

/** Fans the store's commits out to the readers they concern. A poke carries no data: what is new comes by pull. */
export function createChangesFeed(store: DocumentStore): ChangesFeed {
  const readers = new Set<Reader>();
  const touched = new Map<string, TouchedNow>();
  const touchedByJobs = new Map<string, TouchedNow>();
  const leaving = new Set<() => void>();
  let isClosed = false;
  let newest = 0;
  let isDue = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let gatheringJobs: ReturnType<typeof setTimeout> | undefined;

  const stop = store.onCommit((event) => {
    newest = event.sequence;
    if (readers.size === 0) return;
    const waits = event.isOfJob && gatheringJobs !== undefined;
    for (const { collection, audience } of event.touched) {
      const news = { collection, audience, sequence: newest };
      (waits ? touchedByJobs : touched).set(`${collection}/${audience}`, news);
    }
    if (waits) return;
    if (event.isOfJob) gatheringJobs = setTimeout(tellOfJobs, JOB_GATHER_MS);
    if (gathering || isDue) return;
    isDue = true;
    // Not on the spot: commits that shared a transaction are told of one after the other, all of them before the next tick.
    process.nextTick(() => isDue && flush());
  });

  function tellOfJobs(): void {
    gatheringJobs = undefined;
    if (touchedByJobs.size === 0) return;
    gatheringJobs = setTimeout(tellOfJobs, JOB_GATHER_MS);
    for (const [key, news] of touchedByJobs) touched.set(key, news);
    touchedByJobs.clear();
    if (!gathering) flush();
  }

  function flush(): void {
    const news = toNews([...touched.values()]);
    forget();
    if (news.length === 0) return;
    gathering = setTimeout(flush, GATHER_MS);
    for (const reader of readers) tell(reader, news);
  }

  function forget(): void {
    clearTimeout(gathering);
    gathering = undefined;
    isDue = false;
    touched.clear();
  }

  function forgetAll(): void {
    forget();
    clearTimeout(gatheringJobs);
    gatheringJobs = undefined;
    touchedByJobs.clear();
  }

  return {
    subscribe(actor, listener) {
      const reader: Reader = { actor, listener, scopes: new Map(), since: newest };
      readers.add(reader);
      return () => {
        readers.delete(reader);
        if (readers.size === 0) forgetAll();
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
      forgetAll();
      isClosed = true;
      for (const leave of leaving) leave();
      readers.clear();
    },
  };
}

/** One poke for all audiences that have the same news. */
function toNews(touched: readonly TouchedNow[]): readonly News[] {
  const pokes = new Map<string, Poke>();
  return touched.map(({ collection, audience, sequence }) => {
    const key = `${sequence}/${collection}`;
    const poke = pokes.get(key) ?? { collection, sequence };
    pokes.set(key, poke);
    return { collection, audience, poke };
  });
}

function tell(reader: Reader, news: readonly News[]): void {
  const heard = new Map<string, Poke>();
  for (const { collection, audience, poke } of news) {
    const known = heard.get(collection)?.sequence ?? reader.since;
    if (poke.sequence > known && sees(reader, collection, audience)) heard.set(collection, poke);
  }
  for (const poke of heard.values()) reader.listener(poke);
}

function sees({ actor, scopes }: Reader, collection: string, audience: Touched['audience']): boolean {
  const scope = scopes.get(collection) ?? toReadScope(collection, actor);
  scopes.set(collection, scope);
  return scope === 'everything' || (scope !== 'nothing' && scope.includes(audience));
}
