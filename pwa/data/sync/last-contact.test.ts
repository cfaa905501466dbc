import { expect, test } from 'vitest';
import { noteContacts, readLastContact } from './last-contact.ts';
import { createPageStorage } from '../store/page-storage.ts';
import { createConnectionMonitor } from './connection.ts';

test('[F45] the time of the last response is known after an offline restart', () => {
  const values = new Map<string, string>();
  const storage = createPageStorage(() => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }));
  expect(readLastContact(storage)).toBeUndefined();
  const connection = createConnectionMonitor(true);
  const stop = noteContacts(connection, storage);
  connection.responded(100_000);
  connection.responded(101_000);
  expect(readLastContact(storage)).toBe(100_000);
  connection.responded(115_000);
  connection.setOnline(false);
  expect(readLastContact(storage)).toBe(115_000);
  stop();
  connection.responded(200_000);
  expect(readLastContact(storage)).toBe(115_000);
});
