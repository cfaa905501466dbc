import { APP_KEY, VIEWS_PATH } from '#shared/api/analytics.ts';
import type { WebConfig } from '#shared/api/messages.ts';
import type { PageView } from '#shared/api/requests.ts';
import { toPagePattern } from '#shared/api/pages.ts';
import { createWebConfigReader } from './web-config.ts';

/** What the page has loaded anyway comes in, so that this stays small. */
export interface CountOptions {
  readonly appId: string;
  /** Where the API begins. */
  readonly prefix: string;
  readonly hasConsent: () => boolean;
}

/** Without cookies and without the address of the page: nothing says who looked at which document. */
const fetchAnonymously = (url: string, init: RequestInit) =>
  fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' });
const TIMEOUT_MS = 30_000;

let read: (() => Promise<WebConfig>) | undefined;
let config: Promise<WebConfig> | undefined;

/**
 * Counts a page by its pattern, if the person has agreed. No address, no document and no device goes along.
 * @throws Error when it was not counted; the next page begins anew
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
  // It may have been withdrawn meanwhile.
  if (!hasConsent()) return;
  const view: PageView = { measurementId, page };
  const answer = await fetchAnonymously(prefix + VIEWS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(view),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
}
