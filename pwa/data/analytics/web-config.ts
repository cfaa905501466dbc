import { API_KEY_HEADER, WEB_CONFIG_PATH } from '#shared/api/analytics.ts';
import type { WebConfig } from '#shared/api/messages.ts';

/** The reasons why counting visits can fail. */
export type AnalyticsCode = keyof typeof SENTENCES;

const SENTENCES = {
  'no-app-id': 'The app was built without its id, so nothing is counted.',
  'no-api-key': 'The app was built without its key, so nothing is counted.',
  'config-fetch-failed': 'The server did not say how visits are counted.',
  'fetch-throttle': 'The server has too much to do to say how visits are counted. It is asked again later.',
} as const;

/** A failure to count a visit; nothing else depends on it. */
export class AnalyticsError extends Error {
  override readonly name = 'AnalyticsError';
  readonly code: AnalyticsCode;

  constructor(code: AnalyticsCode, cause?: unknown) {
    super(SENTENCES[code], cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

export interface WebConfigOptions {
  readonly appId: string;
  readonly apiKey: string;
  /** Path prefix of the API. */
  readonly prefix: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly random: () => number;
}

/** Time limit for all attempts of one call together. */
const TIMEOUT_MS = 60_000;
/** Statuses that are worth a retry. */
const THROTTLED: ReadonlySet<number> = new Set([429, 500, 503, 504]);
const FIRST_WAIT_MS = 1000;

/**
 * A reader of the app's web config. Its backoff also applies to later calls.
 * @throws AnalyticsError `fetch-throttle` when time runs out while waiting, `config-fetch-failed` for any other failure
 */
export function createWebConfigReader(options: WebConfigOptions): () => Promise<WebConfig> {
  const { appId, apiKey, prefix, fetch, random } = options;
  let failures = 0;
  /** Epoch milliseconds. */
  let notBefore = 0;

  /** @returns `undefined` when a retry is due */
  async function attempt(signal: AbortSignal): Promise<WebConfig | undefined> {
    try {
      const headers = { accept: 'application/json', [API_KEY_HEADER]: apiKey };
      const url = prefix + WEB_CONFIG_PATH.replace('{appId}', encodeURIComponent(appId));
      const response = await fetch(url, { headers, signal });
      if (THROTTLED.has(response.status)) return undefined;
      const config = (await response.json()) as Partial<WebConfig>;
      if (response.ok && typeof config.measurementId === 'string') return config as WebConfig;
    } catch (cause) {
      throw new AnalyticsError('config-fetch-failed', cause);
    }
    throw new AnalyticsError('config-fetch-failed');
  }

  return async () => {
    if (appId === '') throw new AnalyticsError('no-app-id');
    if (apiKey === '') throw new AnalyticsError('no-api-key');
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), TIMEOUT_MS);
    try {
      for (;;) {
        if (!(await hasWaited(notBefore - Date.now(), ended.signal))) {
          throw new AnalyticsError('fetch-throttle');
        }
        const config = await attempt(ended.signal);
        if (config) {
          failures = 0;
          return config;
        }
        // Jitter of plus or minus half, so that clients don't all retry at once.
        notBefore = Date.now() + FIRST_WAIT_MS * 2 ** failures * (0.5 + random());
        failures += 1;
      }
    } finally {
      clearTimeout(timer);
    }
  };
}

/** @returns whether the wait ended before `signal` was aborted */
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
