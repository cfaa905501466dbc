import type { Fetch } from '#shared/api/client.ts';

/** Calls `act` whenever the network has come back. @returns a function that stops it */
export type OnOnline = (act: () => void) => () => void;

export const onWindowOnline: OnOnline = (act) => {
  addEventListener('online', act);
  return () => removeEventListener('online', act);
};

/**
 * Sends a request again that was begun before the network came back: on the network that went away it may get no response
 * until its time limit. Only for requests that the server may get twice.
 */
export function createResendingFetch(fetch: Fetch, onOnline: OnOnline): Fetch {
  return async (url, init) => {
    for (;;) {
      const outdated = new AbortController();
      const stop = onOnline(() => outdated.abort());
      const given = init?.signal as AbortSignal | undefined;
      const signal = given ? AbortSignal.any([given, outdated.signal]) : outdated.signal;
      try {
        const response = await fetch(url, { ...init, signal });
        const text = await response.text();
        const { status, ok, headers } = response;
        return { status, ok, headers, text: async () => text };
      } catch (error) {
        if (!outdated.signal.aborted || given?.aborted) throw error;
      } finally {
        stop();
      }
    }
  };
}
