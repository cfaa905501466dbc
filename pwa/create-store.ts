import { useSyncExternalStore } from 'react';

/** A value outside React that notifies its listeners of changes. */
export interface ReadableStore<Value> {
  read(): Value;
  /** @returns a function that unsubscribes */
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

/** Subscribes a component to a store. @param readServed the value on the server and during hydration */
export function useStore<Value>(
  { read, subscribe }: ReadableStore<Value>,
  readServed: () => Value = read,
): Value {
  return useSyncExternalStore(subscribe, read, readServed);
}
