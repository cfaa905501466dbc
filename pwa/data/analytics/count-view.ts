import { createApiClient, type Fetch } from '#shared/api/client.ts';
import type { WebConfig } from '#shared/api/messages.ts';
import { toPagePattern } from '#shared/api/pages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { APP_ID, APP_KEY } from '#shared/kernel/product-facts.ts';
import { logNotice } from '../log.ts';
import { hasConsent } from './consent.ts';
import { createWebConfigReader } from './web-config.ts';

/** Without cookies and without the address of the page: nothing says who looked at which document. */
const anonymousFetch: Fetch = (url, init) =>
  fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' } as globalThis.RequestInit);

const readWebConfig = createWebConfigReader({
  appId: APP_ID,
  apiKey: APP_KEY,
  fetch: anonymousFetch,
  origin: '',
  random: Math.random,
});
let config: Promise<WebConfig> | undefined;

/** Counts a page by its pattern, if the person has agreed. No address, no document and no device goes along. Never throws. */
export async function countView(path: string): Promise<void> {
  const page = toPagePattern(path);
  if (page === undefined || !hasConsent()) return;
  try {
    config ??= readWebConfig();
    const { measurementId } = await config.catch((error: unknown) => {
      config = undefined;
      throw error;
    });
    // It may have been withdrawn meanwhile.
    if (!hasConsent()) return;
    const client = createApiClient({ fetch: anonymousFetch, origin: '', dataEndpoint: '' });
    await client.call(ROUTES.countView, { body: { measurementId, page } });
  } catch (error) {
    logNotice('A visit was not counted.', error);
  }
}
