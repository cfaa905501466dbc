import * as v from 'valibot';
import type { KeyedStorage } from './page-storage.ts';

/**
 * The value stored under a key, or `undefined` when it is missing or invalid. Finding nothing throws no exception:
 * capturing its stack trace would make the browser read the whole script again.
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
