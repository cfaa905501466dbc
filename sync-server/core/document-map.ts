import type { DocumentKey } from './stored-document.ts';

/** A map with a document as its key. */
export interface DocumentMap<Value> {
  get(key: DocumentKey): Value | undefined;
  set(key: DocumentKey, value: Value): void;
  values(): readonly Value[];
}

/** Two nested maps: a joined key would be concatenated and hashed again for every lookup. */
export function createDocumentMap<Value>(): DocumentMap<Value> {
  const collections = new Map<string, Map<string, Value>>();
  return {
    get: ({ collection, id }) => collections.get(collection)?.get(id),
    set({ collection, id }, value) {
      const known = collections.get(collection);
      if (known) known.set(id, value);
      else collections.set(collection, new Map([[id, value]]));
    },
    values: () => [...collections.values()].flatMap((documents) => [...documents.values()]),
  };
}
