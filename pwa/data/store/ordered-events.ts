import {
  getHeightOfRevision,
  type RxStorage,
  type RxStorageChangeEvent,
  type RxStorageInstance,
} from 'rxdb/plugins/core';
import { filter, map } from 'rxjs';

/**
 * The same storage without events older than one that came before. Another tab's event may come after this tab has
 * written the document again, and RxDB's queries would show the older version until the page is reloaded; its document
 * cache is safe from that (github.com/pubkey/rxdb/pull/8687).
 */
export function withOrderedEvents(storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> {
  return {
    ...storage,
    async createStorageInstance(parameters) {
      const instance = await storage.createStorageInstance(parameters);
      instance.changeStream = toOrdered(instance);
      return instance;
    },
  };
}

interface Version {
  readonly height: number;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
}

function toOrdered<Document>(
  instance: RxStorageInstance<Document, unknown, unknown>,
): RxStorageInstance<Document, unknown, unknown>['changeStream'] {
  const newest = new Map<string, Version>();

  function isNews({ documentId, documentData }: RxStorageChangeEvent<Document>): boolean {
    const version = { height: getHeightOfRevision(documentData._rev), writtenAt: documentData._meta.lwt };
    const known = newest.get(documentId);
    // Heights start again once a tombstone is cleaned up, and the clock may be set back: older in both is old.
    if (known && version.height < known.height && version.writtenAt <= known.writtenAt) return false;
    newest.set(documentId, version);
    return true;
  }

  const changeStream = instance.changeStream.bind(instance);
  const changes = changeStream().pipe(
    map((bulk) => ({ ...bulk, events: bulk.events.filter(isNews) })),
    filter(({ events }) => events.length > 0),
  );
  return () => changes;
}
