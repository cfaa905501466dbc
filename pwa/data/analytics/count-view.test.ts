import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consent, setConsent } from './consent.ts';
import { countView } from './count-view.ts';

const OPTIONS = { appId: 'nankeen-store', prefix: '/api/v1', hasConsent: consent.read };

let sent: string[];
let answer: (path: string) => Response;

beforeEach(() => {
  sent = [];
  answer = (path) => Response.json(path.endsWith('webConfig') ? { appId: 'a', measurementId: 'views' } : {});
  vi.stubGlobal('fetch', async (url: string, init: globalThis.RequestInit) => {
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    const path = url.replace('/api/v1/analytics/', '');
    sent.push([init.method ?? 'GET', path, init.body].filter(Boolean).join(' '));
    return answer(path);
  });
});

afterEach(() => {
  setConsent(false);
  vi.unstubAllGlobals();
});

test('[R-CAL-18] nothing is asked or counted before the person has agreed', async () => {
  await countView('/products', OPTIONS);
  expect(sent).toEqual([]);
});

test('[R-CAL-18] [R-ERR-12] a count that fails is tried anew with the next page, and the config is read once', async () => {
  setConsent(true);
  answer = () => new Response('', { status: 400 });
  await expect(countView('/products', OPTIONS)).rejects.toMatchObject({ code: 'config-fetch-failed' });
  answer = (path) => Response.json(path.endsWith('webConfig') ? { appId: 'a', measurementId: 'views' } : {});
  sent = [];
  await countView('/product/recon-vtol?from=mail', OPTIONS);
  await countView('/', OPTIONS);
  const view = (page: string) => `POST views {"measurementId":"views","page":"${page}"}`;
  expect(sent).toEqual(['GET apps/nankeen-store/webConfig', view('/product/:productFBUID'), view('/')]);
});

test('[R-CAL-18] an address without a page is not counted, and neither is anything after the person took it back', async () => {
  setConsent(true);
  await countView('/no/such/page', OPTIONS);
  setConsent(false);
  await countView('/products', OPTIONS);
  expect(sent).toEqual([]);
});
