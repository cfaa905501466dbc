import type { KeyedStorage } from '../store/page-storage.ts';
import type { ConnectionMonitor } from './connection.ts';

const KEY = 'nankeen.lastContact';
/** Shortest time between two writes to storage. */
const EVERY_MS = 10_000;

/** Epoch milliseconds of the server's last response to any tab or identity on this device; survives restarts. */
export function readLastContact(storage: Pick<KeyedStorage, 'getItem'>): number | undefined {
  const at = Number(storage.getItem(KEY) ?? Number.NaN);
  return Number.isFinite(at) ? at : undefined;
}

/** Stores the time of contacts, so that the app can show offline how old its data is. */
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
