import type { KeyedStorage } from '../store/page-storage.ts';
import type { ConnectionMonitor } from './connection.ts';

const KEY = 'nankeen.lastContact';
/** Noted no more often than this. */
const EVERY_MS = 10_000;

/** When the server last answered anybody on this device, epoch milliseconds; also over restarts. */
export function readLastContact(storage: Pick<KeyedStorage, 'getItem'>): number | undefined {
  const at = Number(storage.getItem(KEY) ?? Number.NaN);
  return Number.isFinite(at) ? at : undefined;
}

/** Notes each contact, so that somebody who opens the app without a network sees how old what they see is. */
export function noteContacts(
  connection: Pick<ConnectionMonitor, 'current' | 'subscribe'>,
  storage: Pick<KeyedStorage, 'getItem' | 'setItem'>,
): () => void {
  return connection.subscribe(() => {
    const at = connection.current.lastContactAt;
    if (at === undefined) return;
    const noted = readLastContact(storage);
    if (noted === undefined || Math.abs(at - noted) >= EVERY_MS) storage.setItem(KEY, String(at));
  });
}
