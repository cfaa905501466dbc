import { useSyncExternalStore } from 'react';

/** A value outside React that tells its listeners when it is another one. */
export interface ReadableStore<Value> {
  read(): Value;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
}

export interface Store<Value> extends ReadableStore<Value> {
  set(value: Value): void;
}

export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param readServed what a page that came from the server shows until its scripts have taken it over */
export function useStore<Value>(
  { read, subscribe }: ReadableStore<Value>,
  readServed: () => Value = read,
): Value {
  return useSyncExternalStore(subscribe, read, readServed);
}
