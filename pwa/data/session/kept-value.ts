import { createStore, type ReadableStore } from '#pwa/create-store.ts';
import { readCopy, toCopyKey, type OpenRecord } from './device-database.ts';
import type { KeyedStorage } from '../store/page-storage.ts';

/** A value of the device that a page reads at once, and that a killed browser doesn't lose. */
export interface KeptValue<Value> extends ReadableStore<Value> {
  /** Resolves once the page has the value on disk, which may be newer than its copy in local storage. Never throws. */
  restore(): Promise<void>;
  /** Changes the value at once; resolves when it is on disk. Never throws. @param update may run twice */
  change(update: (current: Value) => Value): Promise<void>;
  /** Changes the value once it is on disk, or at once where there is no database. Never throws. */
  changeOnceKept(update: (current: Value) => Value): Promise<void>;
  /** Reads what another tab has stored. */
  reread(): void;
}

export interface KeptValueOptions<Value> {
  readonly name: string;
  readonly storage: KeyedStorage;
  readonly openRecord: OpenRecord;
  /** Of anything that was stored; returns a valid value unchanged. */
  readonly parse: (stored: unknown) => Value;
}

export function createKeptValue<Value>(options: KeptValueOptions<Value>): KeptValue<Value> {
  const { name, storage, parse } = options;
  const record = options.openRecord<Value>(name);
  const value = createStore(parse(readCopy(storage, name)));
  let restored: Promise<void> | undefined;

  function note(next: Value): void {
    if (JSON.stringify(next) !== JSON.stringify(value.read())) value.set(next);
  }

  async function write(update: (current: Value) => Value): Promise<void> {
    let next: Value | undefined;
    try {
      await record.change((stored) => (next = update(parse(stored))));
    } catch {
      // Without the database it lasts as long as local storage does.
    }
    if (next !== undefined) note(next);
  }

  const reread = () => note(parse(readCopy(storage, name)));

  function show(update: (current: Value) => Value): void {
    reread();
    note(update(value.read()));
    // Other tabs read it at once.
    storage.setItem(toCopyKey(name), JSON.stringify(value.read()));
  }

  return {
    read: value.read,
    subscribe: value.subscribe,
    restore: () => (restored ??= write((stored) => stored)),
    change(update) {
      show(update);
      return write(update);
    },
    async changeOnceKept(update) {
      await write(update);
      show(update);
    },
    reread,
  };
}
