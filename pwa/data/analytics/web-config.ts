import { createApiClient, type Fetch } from '#shared/api/client.ts';
import type { WebConfig } from '#shared/api/messages.ts';
import { API_KEY_HEADER, ROUTES } from '#shared/api/routes.ts';
import { AnalyticsError } from './analytics-error.ts';

export interface WebConfigOptions {
  readonly appId: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly origin: string;
  readonly random: () => number;
}

/** All attempts of one call together. */
const TIMEOUT_MS = 60_000;
/** Answers after which it is worth asking again. */
const THROTTLED: ReadonlySet<number> = new Set([429, 500, 503, 504]);
const FIRST_WAIT_MS = 1000;

/**
 * A reader of the app's web config. What the server's answers say of waiting holds for later calls too.
 * @throws AnalyticsError `fetch-throttle` when the time is over while waiting, `config-fetch-failed` for any other answer
 */
export function createWebConfigReader(options: WebConfigOptions): () => Promise<WebConfig> {
  const { appId, apiKey, origin, random } = options;
  let failures = 0;
  /** Epoch milliseconds. */
  let notBefore = 0;

  async function attempt(signal: AbortSignal): Promise<WebConfig | { readonly cause: unknown }> {
    let status: number | undefined;
    const fetch: Fetch = async (url, init) => {
      const answer = await options.fetch(url, init);
      status = answer.status;
      return answer;
    };
    const headers = () => ({ [API_KEY_HEADER]: apiKey });
    const client = createApiClient({ fetch, origin, dataEndpoint: '', headers });
    try {
      return await client.call(ROUTES.webConfig, { params: { appId }, signal });
    } catch (cause) {
      if (status === undefined || !THROTTLED.has(status))
        throw new AnalyticsError('config-fetch-failed', cause);
      return { cause };
    }
  }

  return async () => {
    if (appId === '') throw new AnalyticsError('no-app-id');
    if (apiKey === '') throw new AnalyticsError('no-api-key');
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), TIMEOUT_MS);
    let cause: unknown;
    try {
      for (;;) {
        if (!(await hasWaited(notBefore - Date.now(), ended.signal))) {
          throw new AnalyticsError('fetch-throttle', cause);
        }
        const answer = await attempt(ended.signal);
        if (!('cause' in answer)) {
          failures = 0;
          return answer as WebConfig;
        }
        cause = answer.cause;
        // Half as long again or half as long, so that not everybody comes at once.
        notBefore = Date.now() + FIRST_WAIT_MS * 2 ** failures * (0.5 + random());
        failures += 1;
      }
    } finally {
      clearTimeout(timer);
    }
  };
}

/** @returns whether the wait was over before the time was */
function hasWaited(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (delayMs <= 0) return Promise.resolve(!signal.aborted);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
