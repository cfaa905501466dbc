import { useEffect, useEffectEvent, useState } from 'react';
import { toReason } from './to-reason.ts';

export interface Fetched<Value> {
  /** `idle`: nothing is asked for yet. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Also while it is fetched anew. */
  readonly value?: Value;
  /** Why it failed, for a person. */
  readonly reason?: string;
  /** Asks again. */
  readonly reload: () => void;
}

interface Answer<Value> {
  readonly key: string;
  readonly attempt: number;
  readonly value?: Value;
  readonly reason?: string;
}

/**
 * Something from the server, fetched anew with every other key.
 * @param key what it is about; `undefined` while nothing is to be fetched
 * @param isPaused what has come stays, and nothing more is asked for
 */
export function useFetched<Value>(
  key: string | undefined,
  fetchValue: (signal: AbortSignal) => Promise<Value>,
  isPaused = false,
): Fetched<Value> {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<Value>>();
  const ask = useEffectEvent(fetchValue);

  useEffect(() => {
    if (key === undefined || isPaused) return undefined;
    const abort = new AbortController();
    const answered = (part: { readonly value?: Value; readonly reason?: string }) => {
      if (!abort.signal.aborted) setAnswer({ key, attempt, ...part });
    };
    ask(abort.signal).then(
      (value) => answered({ value }),
      (error: unknown) => answered({ reason: toReason(error) }),
    );
    return () => abort.abort();
  }, [key, attempt, isPaused]);

  const reload = () => setAttempt(attempt + 1);
  if (key === undefined) return { status: 'idle', reload };
  if (answer?.key !== key) return { status: isPaused ? 'idle' : 'loading', reload };
  const { value, reason } = answer;
  if (reason !== undefined && answer.attempt === attempt) return { status: 'failed', reason, reload };
  return value === undefined ? { status: 'loading', reload } : { status: 'ready', value, reload };
}
