import { useSyncExternalStore } from 'react';
import { readLastContact } from './last-contact.ts';
import { useAppStore } from '../app-store.ts';
import type { Connection } from './connection.ts';
import { mapResults, useQuery } from '../queries/use-query.ts';

export interface ConnectionState {
  /** Whether the server is in reach. */
  readonly isOnline: boolean;
  /** Whether the browser has a network; without one the device is offline. */
  readonly hasNetwork: boolean;
  /** The server's words if this device is blocked. */
  readonly refusal?: string;
  /** Number of documents with writes that have no verdict yet. */
  readonly waiting: number;
  /** When the oldest of these writes was made, epoch milliseconds. */
  readonly oldestWaitingAt?: number;
  readonly isSending: boolean;
  /** Epoch milliseconds. */
  readonly lastContactAt?: number;
  /** Whether this tab replicates; absent before that is known. */
  readonly isLeader?: boolean;
}

interface Waiting {
  readonly waiting: number;
  readonly oldestWaitingAt?: number;
}

/** Shown until the connection's state is known. */
const AT_FIRST: Connection = {
  isOnline: true,
  hasNetwork: true,
  isSending: false,
  lastContactAt: undefined,
};
const NOTHING_WAITS: Waiting = { waiting: 0 };

/** This device's connection to the server and its waiting writes. */
export function useConnection(): ConnectionState {
  const { connection, storage } = useAppStore();
  const current = useSyncExternalStore(
    connection.subscribe,
    () => connection.current,
    () => AT_FIRST,
  );
  const waiting = useQuery('waiting', ({ database }) =>
    mapResults(database.outbox.find({ sort: [{ order: 'asc' }] }).$, (records): Waiting => {
      const [oldest] = records;
      return oldest
        ? { waiting: records.length, oldestWaitingAt: Date.parse(oldest.trail[0]?.at ?? '') }
        : NOTHING_WAITS;
    }),
  );
  const { isOnline, hasNetwork, refusal, isSending, isLeader } = current;
  const lastContactAt = current.lastContactAt ?? readLastContact(storage);
  return {
    isOnline,
    hasNetwork,
    // A retry while the server is out of reach, or refuses this device, is no progress.
    isSending: isSending && isOnline && refusal === undefined,
    ...(waiting ?? NOTHING_WAITS),
    ...(lastContactAt === undefined ? {} : { lastContactAt }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(isLeader === undefined ? {} : { isLeader }),
  };
}
