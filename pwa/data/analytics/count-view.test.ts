import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consent, setConsent } from './consent.ts';
import { countView } from './count-view.ts';

const OPTIONS = { appId: 'nankeen-store', prefix: '/api/v1', hasConsent: consent.read };

let sent: string[];
let respond: (path: string) => Response;

beforeEach(() => {
  sent = [];
  respond = (path) => Response.json(path.endsWith('webConfig') ? { appId: 'a', measurementId: 'views' } : {});
  vi.stubGlobal('fetch', async (url: string, init: globalThis.RequestInit) => {
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    const path = url.replace('/api/v1/analytics/', '');
    sent.push([init.method ?? 'GET', path, init.body].filter(Boolean).join(' '));
    return respond(path);
  });
});

afterEach(() => {
  setConsent(false);
  vi.unstubAllGlobals();
});

test('[R-CAL-18] no request is sent before the person consents', async () => {
  await countView('/products', OPTIONS);
  expect(sent).toEqual([]);
});

test('[R-CAL-18] [R-ERR-12] after a failed config request the next view retries it, and a loaded config is reused', async () => {
  setConsent(true);
  respond = () => new Response('', { status: 400 });
  await expect(countView('/products', OPTIONS)).rejects.toMatchObject({ code: 'config-fetch-failed' });
  respond = (path) => Response.json(path.endsWith('webConfig') ? { appId: 'a', measurementId: 'views' } : {});
  sent = [];
  await countView('/product/recon-vtol?from=mail', OPTIONS);
  await countView('/', OPTIONS);
  const view = (page: string) => `POST views {"measurementId":"views","page":"${page}"}`;
  expect(sent).toEqual(['GET apps/nankeen-store/webConfig', view('/product/:productFBUID'), view('/')]);
});

test('[R-CAL-18] unknown URLs and views after consent is withdrawn are not counted', async () => {
  setConsent(true);
  await countView('/no/such/page', OPTIONS);
  setConsent(false);
  await countView('/products', OPTIONS);
  expect(sent).toEqual([]);
});
