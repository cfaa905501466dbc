import type { ApiClient } from '#shared/api/client.ts';
import { AppError } from '#shared/kernel/app-error.ts';

/** The same client, whose calls end with `ended`: no answer is waited for when a store is let go of. */
export function createEndingClient(client: ApiClient, ended: AbortSignal): ApiClient {
  return {
    url: client.url,
    call(route, args) {
      const signals = args?.signal ? [ended, args.signal as AbortSignal] : [ended];
      return untilEnded(client.call(route, { ...args, signal: AbortSignal.any(signals) }), ended);
    },
  };
}

/** What the work comes to. @throws AppError `unavailable` as soon as it is ended, whatever the work still waits for */
export function untilEnded<Result>(work: Promise<Result>, ended: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new AppError('unavailable', 'Ended before an answer came. It is tried again.'));
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted) end();
    work.then(resolve, reject).finally(() => ended.removeEventListener('abort', end));
  });
}
