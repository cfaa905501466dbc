import * as v from 'valibot';
import type { KeyedStorage } from './page-storage.ts';

/**
 * What is kept under a key, or `undefined` where nothing is or it isn't what it should be. To find nothing throws
 * nothing: to tell where an error came from, the browser would read the whole script once more.
 */
export function readStored<Output>(
  storage: Pick<KeyedStorage, 'getItem'>,
  key: string,
  schema: v.GenericSchema<unknown, Output>,
): Output | undefined {
  try {
    const text = storage.getItem(key);
    if (text === null) return undefined;
    const { success, output } = v.safeParse(schema, JSON.parse(text));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
