import { expect, test } from 'vitest';
import { createDeviceClient } from '#pwa/data/sync/device-client.ts';
import type { Fetch, RequestInit } from '#shared/api/client.ts';
import { ROUTES, type Route } from '#shared/api/routes.ts';

/** The request of a page for a route, with these cookies. */
async function requestOf(
  route: Route<unknown>,
  cookies: string,
): Promise<{ url: string; init: RequestInit }> {
  const made: { url: string; init: RequestInit }[] = [];
  const fetch: Fetch = async (url, init = {}) => {
    made.push({ url, init });
    throw new Error('no network');
  };
  const installation = { authToken: async () => 'token', dropToken: () => undefined };
  const access = { token: () => undefined, keep: async () => undefined, drop: async () => undefined };
  const device = { installation, access, isStaff: () => false, cookies: () => cookies };
  const parts = { fetch, origin: '', dataEndpoint: 'testing/data', ...device };
  const params = { collection: 'contacts', id: 'one', fid: 'ada' };
  await createDeviceClient(parts)
    .call(route, { params })
    .catch(() => undefined);
  const [request] = made;
  if (!request) throw new Error('no request');
  return request;
}

const COOKIES = 'theme=dark; XSRF-TOKEN=random.signed%2Bvalue; other=XSRF-TOKEN=wrong';

test.each(Object.entries(ROUTES))(
  '[R-CAL-20] %s: only calls that change data carry the cookie’s value in the header',
  async (_name, route) => {
    const { url, init } = await requestOf(route, COOKIES);
    expect(url).toMatch(/^\/api\/v1\//);
    expect(init.method).toBe(route.method);
    expect(init.headers?.['X-XSRF-TOKEN']).toBe(route.method === 'GET' ? undefined : 'random.signed+value');
  },
);

test('[R-CAL-20] without the cookie there is no header', async () => {
  const { init } = await requestOf(ROUTES.push, 'theme=dark');
  expect(init.headers).not.toHaveProperty('X-XSRF-TOKEN');
});

test('[R-CAL-20] over https the cookie with the host prefix counts, not one that another host has planted', async () => {
  const cookies = 'XSRF-TOKEN=planted; __Host-XSRF-TOKEN=random.signed';
  const { init } = await requestOf(ROUTES.push, cookies);
  expect(init.headers?.['X-XSRF-TOKEN']).toBe('random.signed');
});
