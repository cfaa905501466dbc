import { APP_KEY, VIEWS_PATH } from '#shared/api/analytics.ts';
import type { WebConfig } from '#shared/api/messages.ts';
import type { PageView } from '#shared/api/requests.ts';
import { toPagePattern } from '#shared/api/pages.ts';
import { createWebConfigReader } from './web-config.ts';

/** Passed in by the page, which has loaded them anyway, so that this module stays small. */
export interface CountOptions {
  readonly appId: string;
  /** Path prefix of the API. */
  readonly prefix: string;
  readonly hasConsent: () => boolean;
}

/** Sends no cookies and no referrer, so that a view can't be linked to a person or a document. */
const fetchAnonymously = (url: string, init: RequestInit) =>
  fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' });
const TIMEOUT_MS = 30_000;

let read: (() => Promise<WebConfig>) | undefined;
let config: Promise<WebConfig> | undefined;

/**
 * Counts a page by its pattern, if the person has agreed. Sends neither URL nor document id nor device id.
 * @throws Error when it was not counted; the next page tries again
 */
export async function countView(path: string, options: CountOptions): Promise<void> {
  const { appId, prefix, hasConsent } = options;
  const page = toPagePattern(path);
  if (page === undefined || !hasConsent()) return;
  read ??= createWebConfigReader({
    appId,
    prefix,
    apiKey: APP_KEY,
    fetch: fetchAnonymously,
    random: Math.random,
  });
  config ??= read();
  const { measurementId } = await config.catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  // Consent may have been withdrawn meanwhile.
  if (!hasConsent()) return;
  const view: PageView = { measurementId, page };
  const response = await fetchAnonymously(prefix + VIEWS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(view),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
}
