import { useEffect, useEffectEvent, useState } from 'react';
import { toReason } from './to-reason.ts';

export interface Fetched<Value> {
  /** `idle`: nothing is requested yet. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Stays available while it is fetched again, and if that fails. */
  readonly value?: Value;
  /** Why it failed, in words for a person. */
  readonly reason?: string;
  /** Whether a request is running. */
  readonly isFetching: boolean;
  /** Fetches again. */
  readonly reload: () => void;
}

interface Result<Value> {
  readonly key: string;
  readonly attempt: string;
  readonly value?: Value | undefined;
  readonly reason?: string;
}

interface FetchOptions {
  /** Keeps the present value and fetches nothing. */
  readonly isPaused?: boolean;
  /** Fetches again when it changes, and keeps the present value until then. */
  readonly version?: string | undefined;
}

/**
 * Fetches a value from the server, and fetches again when the key changes.
 * @param key identifies the value; `undefined` fetches nothing
 */
export function useFetched<Value>(
  key: string | undefined,
  fetchValue: (signal: AbortSignal) => Promise<Value>,
  { isPaused = false, version = '' }: FetchOptions = {},
): Fetched<Value> {
  const [attempts, setAttempts] = useState(0);
  const attempt = `${attempts} ${version}`;
  const [result, setResult] = useState<Result<Value>>();
  const request = useEffectEvent(fetchValue);

  useEffect(() => {
    if (key === undefined || isPaused) return undefined;
    const abort = new AbortController();
    const settle = (part: { readonly value?: Value; readonly reason?: string }) => {
      if (abort.signal.aborted) return;
      setResult((last) => ({ ...(last?.key === key ? { value: last.value } : {}), key, attempt, ...part }));
    };
    request(abort.signal).then(
      (value) => settle({ value }),
      (error: unknown) => settle({ reason: toReason(error) }),
    );
    return () => abort.abort();
  }, [key, attempt, isPaused]);

  const current = result?.key === key ? result : undefined;
  const isFetching = key !== undefined && !isPaused && current?.attempt !== attempt;
  const common = { isFetching, reload: () => setAttempts(attempts + 1) };
  if (key === undefined) return { status: 'idle', ...common };
  if (!current) return { status: isPaused ? 'idle' : 'loading', ...common };
  const { value, reason } = current;
  const known = value === undefined ? {} : { value };
  // With an older value at hand, a failure shows until the next result.
  if (reason !== undefined && (value !== undefined || !isFetching)) {
    return { status: 'failed', reason, ...known, ...common };
  }
  return { status: value === undefined ? 'loading' : 'ready', ...known, ...common };
}
