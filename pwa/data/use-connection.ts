import { useSyncExternalStore } from 'react';
import { map } from 'rxjs';
import { connection } from './platform.ts';
import { useQuery } from './use-query.ts';

export interface ConnectionState {
  readonly isOnline: boolean;
  /** Number of documents with writes the server hasn't answered. */
  readonly waiting: number;
  readonly isSending: boolean;
  /** Epoch milliseconds. */
  readonly lastContactAt?: number;
}

/** How this device stands with the server. */
export function useConnection(): ConnectionState {
  const { isOnline, isSending, lastContactAt } = useSyncExternalStore(
    connection.subscribe,
    () => connection.current,
  );
  const waiting = useQuery('waiting', ({ database }) =>
    database.outbox.find().$.pipe(map((records) => records.length)),
  );
  return {
    isOnline,
    isSending,
    waiting: waiting ?? 0,
    ...(lastContactAt === undefined ? {} : { lastContactAt }),
  };
}
