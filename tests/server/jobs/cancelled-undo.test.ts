import { expect, test } from 'vitest';
import { errorIn } from '../../support/core-calls.ts';
import { createCoreServer } from '../../support/core-server.ts';
import { createJobCalls, exportOf, fillCollection } from '../../support/job-calls.ts';
import { notes, RENAME } from '../../support/job-samples.ts';

// In memory only: there nothing happens between a start and a cancellation of the same turn.
test('[R-MIG-06] a cancelled job can be undone, and a cancelled undo can be started again', async () => {
  const server = createCoreServer();
  const jobs = createJobCalls(server);
  await fillCollection(server, 'notes', notes(1500));
  const before = await exportOf(server, 'notes');
  const { id } = await jobs.start(RENAME);
  await jobs.cancel(id);
  const undo = await jobs.start({ kind: 'undo', job: id });
  const cancelled = await jobs.cancel(undo.id);
  expect(cancelled.state).toBe('cancelled');
  expect(await jobs.read(id)).toMatchObject({ undoneBy: null });
  const again = await jobs.run({ kind: 'undo', job: id });
  expect(again).toMatchObject({
    state: 'done',
    problemCount: 0,
    counts: { unchanged: cancelled.position },
  });
  expect(await exportOf(server, 'notes')).toBe(before);
  const resumed = await server.request(`/admin/jobs/${undo.id}/resume`, { as: 'admin', method: 'POST' });
  expect(await errorIn(resumed)).toMatchObject({ code: 'failed-precondition' });
});
