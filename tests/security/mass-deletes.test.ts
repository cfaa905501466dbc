import { expect, test } from 'vitest';
import { DELETES_PER_MINUTE } from '#server/core/delete-alarm.ts';
import { dataPath, pullPage, readMetrics, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller } from '../support/core-server.ts';
import { createJobCalls, fillCollection } from '../support/job-calls.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { createTestClock } from '../support/test-clock.ts';

const MINUTE_MS = 60_000;

async function createWorld(documents: number) {
  const clock = createTestClock();
  const warnings: { readonly deletes?: number; readonly device?: string }[] = [];
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, error: quiet, warn: (facts: object) => void warnings.push(facts) };
  const server = createCoreServer(createSuiteStore(clock), clock, { log });
  const ids = Array.from({ length: documents }, (_, index) => `n${index}`);
  await fillCollection(
    server,
    'notes',
    ids.map((FBUID) => ({ FBUID, text: FBUID })),
  );
  const remove = async (as: Caller, some: readonly string[]) => {
    for (const id of some) {
      const response = await server.request(dataPath(`notes/${id}`), { as, method: 'DELETE' });
      expect(response.status).toBe(200);
    }
  };
  const alarms = async () =>
    Number(/^nankeen_mass_deletes_total (\d+)$/m.exec(await (await readMetrics(server)).text())?.[1]);
  return { server, clock, warnings, ids, remove, alarms };
}

test('[T48] more than a hundred deletes a minute by one account raise one alarm, in the log and in the metrics', async () => {
  const { server, warnings, ids, remove, alarms } = await createWorld(150);
  const sam = signIn(server, 'sam', true);
  await remove(sam, ids.slice(0, DELETES_PER_MINUTE));
  expect([warnings, await alarms()]).toEqual([[], 0]);
  await remove(sam, ids.slice(DELETES_PER_MINUTE));
  expect(warnings).toEqual([
    expect.objectContaining({ deletes: DELETES_PER_MINUTE + 1, collections: ['notes'] }),
  ]);
  expect(await alarms()).toBe(1);
  expect(JSON.stringify(warnings)).not.toContain('sam@');
});

test('[T48] the same deletes by two accounts, or in two minutes, raise none', async () => {
  const { server, clock, warnings, ids, remove } = await createWorld(150);
  await remove(signIn(server, 'sam', true), ids.slice(0, 75));
  await remove(signIn(server, 'kim', true), ids.slice(75, 149));
  clock.advance(MINUTE_MS);
  await remove(signIn(server, 'kim', true), ids.slice(149));
  expect(warnings).toEqual([]);
});

test('[T48] a job that deletes many documents raises an alarm, and undoing it restores them all', async () => {
  const { server, warnings, ids } = await createWorld(150);
  const sam = signIn(server, 'sam', true);
  await fillCollection(server, 'fewer', [{ FBUID: 'n0', text: 'n0' }]);
  const jobs = createJobCalls(server, sam);
  const job = await jobs.run({ kind: 'copy', source: 'fewer', target: 'notes', mode: 'replace-all' });
  expect(job.state).toBe('done');
  expect(warnings).toHaveLength(1);
  expect((await pullPage(server, sam, 'notes', 'limit=1000')).documents.filter(isAlive)).toHaveLength(1);
  expect((await jobs.run({ kind: 'undo', job: job.id })).state).toBe('done');
  const restored = (await pullPage(server, sam, 'notes', 'limit=1000')).documents.filter(isAlive);
  expect(restored.map(({ FBUID }) => FBUID).toSorted()).toEqual(ids.toSorted());
});

const isAlive = ({ _deleted }: { readonly _deleted?: boolean | undefined }) => _deleted !== true;
