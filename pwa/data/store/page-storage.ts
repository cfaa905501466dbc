export type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Local storage that never throws: what it doesn't take, because it is full, off or forbidden, lasts as long as the page.
 * @param find reading the property itself throws where storage is forbidden
 */
export function createPageStorage(find: () => KeyedStorage): KeyedStorage {
  /** What the browser didn't take; null where something was removed that it still has. */
  const unstored = new Map<string, string | null>();
  const attempt = <Result>(action: (storage: KeyedStorage) => Result): Result | undefined => {
    try {
      return action(find());
    } catch {
      return undefined;
    }
  };
  return {
    getItem(key) {
      const kept = unstored.get(key);
      return kept !== undefined ? kept : (attempt((storage) => storage.getItem(key)) ?? null);
    },
    setItem(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isStored) unstored.delete(key);
      else unstored.set(key, value);
    },
    removeItem(key) {
      const isRemoved = attempt((storage) => {
        storage.removeItem(key);
        return true;
      });
      if (isRemoved) unstored.delete(key);
      else unstored.set(key, null);
    },
  };
}
