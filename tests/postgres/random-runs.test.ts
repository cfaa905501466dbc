import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '#server/core/maintenance.ts';
import { playRun } from '../soak/model-run.ts';
import { run } from '../soak/model-steps.ts';
import { SEED, toCount } from '../soak/soak-setting.ts';
import { openTestPostgres } from '../support/postgres-store.ts';

const RUNS = toCount('SYNC_RUNS', { suite: 20, soak: 1000 });

let opened: Awaited<ReturnType<typeof openTestPostgres>>;
beforeAll(async () => {
  opened = await openTestPostgres();
});
afterAll(() => opened.dispose());

/** The same store without its rows: a new one for each run would take longer than the run. */
async function openEmpty() {
  const records = RECORDS.map((name, index) => `(${index + 1}, '${name}')`).join(', ');
  await opened.run(`
    SET nankeen.compacting = 'on';
    TRUNCATE history, batch, head, price, eviction, verdict, rejection, job, job_problem, collection;
    INSERT INTO collection (number, name) VALUES ${records}`);
  return opened.stores.documents;
}

test(`[CF1] [PL4] [DB2] any order of writes, deletes, crashes, resets and network faults converges on PostgreSQL (seed ${SEED}, ${RUNS} runs)`, async () => {
  const property = fc.asyncProperty(run, async (one) => {
    expect(await playRun(one, openEmpty)).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
}, 7_200_000);
