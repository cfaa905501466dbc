import { useEffect, useState } from 'react';
import type { HistoryEntry } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchHistory } from '#pwa/data/queries/history.ts';
import { useStoredDocument } from '#pwa/data/queries/use-stored-document.ts';
import { logNotice } from '#pwa/data/log.ts';

export interface History {
  readonly status: 'loading' | 'ready' | 'missing' | 'failed';
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Whether the last entry is the document's first. */
  readonly isComplete: boolean;
  /** Fetches the entries before the last one. */
  readonly fetchEarlier: () => void;
  /** Fetches again, starting with the newest. */
  readonly reload: () => void;
}

interface Fetched {
  readonly key: string;
  /** The document state and reload it was fetched for. */
  readonly revision: string;
  readonly status: History['status'];
  readonly entries: readonly HistoryEntry[];
  readonly isComplete: boolean;
}

/** A document's history from the server, fetched again whenever the document changes. */
export function useHistory(collection: string, id: string): History {
  const app = useAppStore();
  const sequence = useStoredDocument(collection, id)?.sync.sequence;
  const [attempt, setAttempt] = useState(0);
  const [before, setBefore] = useState<string>();
  const [fetched, setFetched] = useState<Fetched>();
  const key = `${collection} ${id}`;
  const revision = `${sequence ?? ''} ${attempt}`;

  useEffect(() => {
    let isOver = false;
    fetchHistory(app, collection, id, before)
      .then(({ entries: page, isLast }) => {
        if (isOver) return;
        setFetched((last) => {
          const earlier =
            before === undefined || last?.key !== key ? [] : last.entries.filter(({ at }) => at >= before);
          const entries = [...earlier, ...page];
          return {
            key,
            revision,
            status: entries.length === 0 ? 'missing' : 'ready',
            entries,
            isComplete: isLast,
          };
        });
      })
      .catch((error: unknown) => {
        if (isOver) return;
        logNotice('A history could not be fetched.', error);
        const isMissing =
          error instanceof AppError && ['not-found', 'permission-denied'].includes(error.code);
        setFetched((last) =>
          last?.key === key && last.status === 'ready'
            ? last
            : { key, revision, status: isMissing ? 'missing' : 'failed', entries: [], isComplete: true },
        );
      });
    return () => {
      isOver = true;
    };
  }, [app, collection, id, key, before, revision]);

  const { status, entries, isComplete } =
    fetched?.key === key ? fetched : { status: 'loading' as const, entries: [], isComplete: true };
  return {
    status,
    entries,
    isComplete,
    fetchEarlier: () => setBefore(entries.at(-1)?.at),
    reload() {
      setBefore(undefined);
      setAttempt(attempt + 1);
    },
  };
}
