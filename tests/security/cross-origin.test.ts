import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttackWorld, type AttackWorld } from './attack-world.ts';

let world: AttackWorld;
beforeAll(async () => void (world = await createAttackWorld()));
afterAll(() => world.close());

/** The address of each route, with `x` for its parameters. */
const listPaths = () => [
  ...new Set(world.app.routes.map(({ path }) => path.replace(/:\w+(\{[^}]*\})?/g, 'x').replace('*', 'x'))),
];

test.each(['https://evil.example', 'null', 'http://localhost:8788', 'http://localhost:8787.evil.example'])(
  '[T43] no route lets pages of %s read its responses',
  async (origin) => {
    const paths = listPaths();
    expect(paths.length).toBeGreaterThan(60);
    for (const path of paths) {
      const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-a' };
      for (const [method, headers] of [
        ['GET', { origin }],
        ['OPTIONS', { origin, ...preflight }],
      ] as const) {
        const response = await world.app.request(path, { method, headers });
        await response.body?.cancel();
        const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect([path, method, allowed]).toEqual([path, method, []]);
        expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      }
    }
  },
);

test.each(['GET', 'OPTIONS', 'PROPFIND', 'HEAD'])(
  '[T52] no file of the installation and no fault-injection route is served to %s',
  async (method) => {
    for (const path of [
      '/.git/config',
      '/.env',
      '/package.json',
      '/nankeen.sqlite',
      '/data/nankeen.sqlite',
      '/secrets.json',
      '/assets/',
      '/pictures/',
      '/api/v1/debug',
      '/api/v1/test/crash',
      '/server-status',
      '/node_modules/hono/package.json',
    ]) {
      const response = await world.app.request(path, { method, headers: world.headersOf('admin') });
      expect([path, response.status]).toEqual([path, 404]);
    }
  },
);
