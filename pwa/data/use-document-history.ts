import { useCallback, useEffect, useState } from 'react';
import type { HistoryEntry } from '#shared/api/messages.ts';
import { fetchHistory } from './history.ts';
import { logNotice } from './log.ts';

export interface DocumentHistory {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Asks the server again. */
  readonly reload: () => void;
}

const NONE: readonly HistoryEntry[] = [];

/** The newest entries of a document's history, which stands on the server. */
export function useDocumentHistory(collection: string, id: string): DocumentHistory {
  const [found, setFound] = useState<{ readonly key: string; readonly entries?: readonly HistoryEntry[] }>();
  const [attempt, setAttempt] = useState(0);
  const key = `${collection} ${id} ${attempt}`;
  useEffect(() => {
    let isOver = false;
    fetchHistory(collection, id)
      .then((entries) => {
        if (!isOver) setFound({ key, entries });
      })
      .catch((error: unknown) => {
        logNotice('A history could not be fetched.', error);
        if (!isOver) setFound({ key });
      });
    return () => {
      isOver = true;
    };
  }, [collection, id, key]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  if (found?.key !== key) return { status: 'loading', entries: NONE, reload };
  return { status: found.entries ? 'ready' : 'failed', entries: found.entries ?? NONE, reload };
}
