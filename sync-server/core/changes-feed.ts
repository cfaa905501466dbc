import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import type { Poke } from '#shared/sync/messages.ts';
import type { CommitEvent, DocumentStore } from './document-store.ts';

/** Pokes of one reader are gathered for this long, so that a burst of writes wakes it once. */
const DEBOUNCE_MS = 15;

export interface ChangesFeed {
  /** Tells a reader of every collection that has something new for it; returns how to stop. */
  subscribe(reader: Actor, listener: (poke: Poke) => void): () => void;
  readonly readers: number;
  close(): void;
}

interface Reader {
  readonly actor: Actor;
  readonly listener: (poke: Poke) => void;
  readonly waiting: Map<string, number>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Fans the store's commits out to the readers they concern. A poke carries no data: what is new comes by pull. */
export function createChangesFeed(store: DocumentStore): ChangesFeed {
  const readers = new Set<Reader>();
  const stop = store.onCommit((event) => {
    for (const reader of readers) notify(reader, event);
  });

  return {
    subscribe(actor, listener) {
      const reader: Reader = { actor, listener, waiting: new Map(), timer: undefined };
      readers.add(reader);
      return () => {
        clearTimeout(reader.timer);
        readers.delete(reader);
      };
    },
    get readers() {
      return readers.size;
    },
    close() {
      stop();
      for (const reader of readers) clearTimeout(reader.timer);
      readers.clear();
    },
  };
}

function notify(reader: Reader, event: CommitEvent): void {
  for (const { collection, audience } of event.touched) {
    const scope = toReadScope(collection, reader.actor);
    const concerns = scope === 'everything' || (scope !== 'nothing' && scope.includes(audience));
    if (concerns) reader.waiting.set(collection, event.sequence);
  }
  if (reader.waiting.size === 0 || reader.timer !== undefined) return;
  reader.timer = setTimeout(() => flush(reader), DEBOUNCE_MS);
}

function flush(reader: Reader): void {
  const pokes = [...reader.waiting].map(([collection, sequence]) => ({ collection, sequence }));
  reader.waiting.clear();
  reader.timer = undefined;
  for (const poke of pokes) reader.listener(poke);
}
