export type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Local storage that never throws: where it is full, disabled or forbidden, values last as long as the page.
 * @param find returns the storage; a function, because reading the property throws where storage is forbidden
 */
export function createPageStorage(find: () => KeyedStorage): KeyedStorage {
  /** Values the browser didn't store; null for a key it didn't remove. */
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
      const unsaved = unstored.get(key);
      return unsaved !== undefined ? unsaved : (attempt((storage) => storage.getItem(key)) ?? null);
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
