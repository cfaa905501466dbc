import { useEffect, useEffectEvent, useState } from 'react';
import { toReason } from './to-reason.ts';

export interface Fetched<Value> {
  /** `idle`: nothing is asked for yet. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Also while it is fetched anew, and after that has failed. */
  readonly value?: Value;
  /** Why it failed, for a person. */
  readonly reason?: string;
  /** An answer is on its way. */
  readonly isAsking: boolean;
  /** Asks again. */
  readonly reload: () => void;
}

interface Answer<Value> {
  readonly key: string;
  readonly attempt: number;
  readonly value?: Value | undefined;
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
      if (abort.signal.aborted) return;
      setAnswer((last) => ({ ...(last?.key === key ? { value: last.value } : {}), key, attempt, ...part }));
    };
    ask(abort.signal).then(
      (value) => answered({ value }),
      (error: unknown) => answered({ reason: toReason(error) }),
    );
    return () => abort.abort();
  }, [key, attempt, isPaused]);

  const current = answer?.key === key ? answer : undefined;
  const isAsking = key !== undefined && !isPaused && current?.attempt !== attempt;
  const common = { isAsking, reload: () => setAttempt(attempt + 1) };
  if (key === undefined) return { status: 'idle', ...common };
  if (!current) return { status: isPaused ? 'idle' : 'loading', ...common };
  const { value, reason } = current;
  const kept = value === undefined ? {} : { value };
  // Beside what came before, a failure stands until the next answer.
  if (reason !== undefined && (value !== undefined || !isAsking)) {
    return { status: 'failed', reason, ...kept, ...common };
  }
  return { status: value === undefined ? 'loading' : 'ready', ...kept, ...common };
}
