import { expect, test } from 'vitest';
import { sampleJob } from '../../tests/support/sample-jobs.ts';
import { isResumable } from './job.ts';

const importSpec = {
  kind: 'import',
  collection: 'meadows',
  upload: 'u1',
  label: 'meadows.ndjson',
  mode: 'upsert',
  onConflict: 'overwrite',
} as const;

test.each([
  ['was cancelled', true, { state: 'cancelled' }],
  ['is done', false, { state: 'done' }],
  ['was undone', false, { state: 'cancelled', undoneBy: 'job-2' }],
  ['was partly undone', false, { state: 'cancelled', partlyUndoneBy: 'job-2' }],
  ['refused its file', false, { state: 'failed', spec: importSpec, position: 0, problemCount: 1 }],
  ['failed after it wrote', true, { state: 'failed', spec: importSpec, position: 2, problemCount: 1 }],
] as const)('[R-MIG-06] whether a job that %s can be resumed: %j', (_what, expected, some) => {
  expect(isResumable(sampleJob(some))).toBe(expected);
});
