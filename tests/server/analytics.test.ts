import { beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '#shared/kernel/app-error.ts';
import { readMetrics } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';

const VIEW = { measurementId: 'nankeen-page-views', page: '/product/:productFBUID' };

let server: CoreServer;
beforeEach(() => void (server = createCoreServer()));

const metrics = async () => (await readMetrics(server)).text();
const configOf = (appId: string, key?: string) =>
  server.request(
    `/analytics/apps/${appId}/webConfig`,
    key === undefined ? {} : { headers: { 'x-api-key': key } },
  );
const send = (view: unknown) =>
  server.request('/analytics/views', { method: 'POST', body: JSON.stringify(view) });

test('[R-CAL-18] an app reads its web config with its id and key', async () => {
  const response = await configOf('nankeen-store', 'nankeen-store-web');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ appId: 'nankeen-store', measurementId: VIEW.measurementId });
});

test('[R-CAL-18] another app id gets 404, and a missing or wrong key gets 403', async () => {
  expect((await configOf('another', 'nankeen-store-web')).status).toBe(404);
  for (const key of [undefined, 'wrong']) expect((await configOf('nankeen-store', key)).status).toBe(403);
});

test('[R-CAL-18] a view is counted by page without any data about the visitor', async () => {
  for (const view of [VIEW, VIEW, { ...VIEW, page: '/' }]) expect((await send(view)).status).toBe(200);
  const text = await metrics();
  expect(text).toContain('nankeen_page_views_total{page="/product/:productFBUID"} 2');
  expect(text).toContain('nankeen_page_views_total{page="/"} 1');
  expect(text).not.toContain('203.0.113.7');
});

test.each([
  ['an unknown page', { ...VIEW, page: '/product/recon-vtol' }, 400],
  ['an additional field', { ...VIEW, email: 'ada@example.com' }, 400],
  ['another counter', { ...VIEW, measurementId: 'another' }, 404],
])('[R-CAL-18] %s is not counted', async (_what, view, status) => {
  expect((await send(view)).status).toBe(status);
  expect(await metrics()).not.toMatch(/nankeen_page_views_total\{/);
});

test('[T37] views per network are limited', async () => {
  for (let view = 0; view < 600; view += 1) await send(VIEW);
  const refused = await send(VIEW);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(((await refused.json()) as ErrorBody).error.code).toBe('resource-exhausted');
  expect(await metrics()).toContain('} 600');
});
