import { expect, test } from 'vitest';
import type { Plan } from '#shared/migration/plan.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { ADMIN_TOKEN, createCoreServer, type CoreServer } from '../support/core-server.ts';
import { pushRows, row } from '../support/core-calls.ts';
import { listenOnLoopback } from '../support/http-server.ts';
import { createJobCalls, exportOf, fillCollection } from '../support/job-calls.ts';

/** They would take a backtracking engine hours, and RE2 about a millisecond for each of the names below. */
const EVIL = ['(a?){40}a{40}z|b', '(?:a|b|ab)*(?:a|b){60}z', '(\\w+\\w+)+z|(a|aa)+b', '(?:a*)*(?:a*)*(b*)*z'];
const RULES = EVIL.map((expression) => ({ kind: 'find', find: expression, replace: 'x', regex: true }));
const RENAME = { kind: 'rename', collection: 'notes', rename: { rules: RULES } };

/** Field names of 98 characters, all different. */
function createFields(count: number): Record<string, number> {
  const names = Array.from({ length: count }, (_one, index) =>
    index.toString(2).padStart(98, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
  );
  return Object.fromEntries(names.map((name) => [name, 0]));
}

async function createWorld(names: number) {
  const store = createSuiteStore();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const list: typeof store.list = (query) => {
    if (query.collection === 'notes') begin();
    return store.list(query);
  };
  const server = createCoreServer({ ...store, list });
  await fillCollection(server, 'notes', [{ FBUID: 'one', ...createFields(names) }]);
  const { origin, stop } = await listenOnLoopback(server);
  const post = (path: string, json: object, signal?: AbortSignal) =>
    fetch(`${origin}/api/v1/admin/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
      ...(signal ? { signal } : {}),
    });
  return { server, begun, post, health: () => fetch(`${origin}/api/v1/health`), stop };
}

/** Resolves when the log says that the caller has gone. */
const expectGivenUp = ({ log }: CoreServer) =>
  expect.poll(() => log).toContainEqual(expect.stringMatching(/^The caller has gone/));

test('[T26] others are served while a rename with evil expressions is planned', async () => {
  const { begun, post, health, stop } = await createWorld(2_000);
  const order: string[] = [];
  const planned = post('plans', RENAME).then(async (response) => {
    order.push('plan');
    return (await response.json()) as Plan;
  });
  await begun;
  expect((await health()).status).toBe(200);
  order.push('health');
  const { counts } = await planned;
  expect(order).toEqual(['health', 'plan']);
  expect(counts).toMatchObject({ replace: 1 });
  await stop();
});

test.each([
  ['a plan', 'plans', RENAME],
  ['a job’s start', 'jobs', { spec: RENAME }],
])('[T26] %s ends with its caller in the middle of a document', async (_what, path, body) => {
  const { server, begun, post, health, stop } = await createWorld(8_000);
  const hangUp = new AbortController();
  const asking = post(path, body, hangUp.signal);
  await begun;
  await health();
  hangUp.abort();
  await expect(asking).rejects.toThrow();
  await expectGivenUp(server);
  expect(await createJobCalls(server).listWithoutImports()).toEqual([]);
  await stop();
});

test('[T26] [PU9] pushes get a response while a rename with evil expressions is in force', async () => {
  const { server, post, stop } = await createWorld(1);
  const begin = await post('jobs', { spec: { ...RENAME, rename: { rules: RULES, onCollision: 'suffix' } } });
  const { id } = (await begin.json()) as { id: string };
  expect(await createJobCalls(server).whenEnded(id)).toMatchObject({ state: 'done' });
  const [small, large] = [createFields(2), createFields(8_000)];
  const { verdicts } = await pushRows(server, 'admin', 'notes', [
    row('small', 'first-write', small),
    row('large', 'second-write', large),
  ]);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted']);
  const stored = await exportOf(server, 'notes');
  const renamed = (fields: object) => JSON.stringify(fields).slice(1, -1).replaceAll('b', 'x');
  expect(stored).toContain(renamed(small));
  // Too costly to rename: in doubt a write stays unchanged.
  expect(stored).toContain(JSON.stringify(large).slice(1, -1));
  await stop();
});
