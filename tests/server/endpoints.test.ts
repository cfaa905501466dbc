import { inspectRoutes } from 'hono/dev';
import { expect, test } from 'vitest';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { ENDPOINTS, type RawEndpoint } from '#shared/api/endpoints.ts';
import { API_PREFIX, ROUTES } from '#shared/api/routes.ts';
import { createCoreServer, DATA_ENDPOINT } from '../support/core-server.ts';

const endpoints: readonly RawEndpoint[] = Object.values(ENDPOINTS);

test('every endpoint of the table has a handler, and every handler an endpoint', () => {
  const handlers = inspectRoutes(createCoreServer().app)
    .filter(({ path, isMiddleware }) => path.startsWith(API_PREFIX) && !isMiddleware)
    .map(({ method, path }) => `${method} ${path.slice(API_PREFIX.length)}`);
  const expected = endpoints.map(({ method, path }) => `${method} ${toPattern(path)}`);
  expect(handlers.toSorted()).toEqual(expected.toSorted());
});

test('every client route is an endpoint with the same address and response', () => {
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  for (const { method, path } of [...Object.values(ROUTES), ...Object.values(ADMIN_ROUTES)]) {
    expect(known).toContain(`${method} ${path}`);
  }
  expect(known.size).toBe(endpoints.length);
});

/** The address in Hono's syntax. */
function toPattern(path: string): string {
  return path
    .replace('{endpoint}', DATA_ENDPOINT)
    .replace(/\{(\w+)\}/g, ':$1')
    .replace('authTokens:generate', ':action{authTokens:generate}');
}
