// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '#shared/migration/job.ts';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleCounts, sampleJob } from '../../../tests/support/sample-jobs.ts';
import { collectSavedFiles } from '../../../tests/support/saved-files.ts';
import { JobActions } from './job-actions.tsx';

const read = { format: 'NDJSON', documents: 3, rejected: 0, notices: [], leftOut: [] };
const importJob = (some: Partial<Job>) =>
  sampleJob({
    spec: {
      kind: 'import',
      collection: 'meadows',
      upload: 'u1',
      label: 'meadows.ndjson',
      mode: 'upsert',
      onConflict: 'overwrite',
    },
    ...some,
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const onAnswer = vi.fn();
let app: FakeApp;

beforeEach(() => {
  onAnswer.mockReset();
  app = createFakeApp({ session: STAFF });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (job: Job) =>
  renderInApp(app, <JobActions job={job} onAnswer={onAnswer} onStarted={() => undefined} />);

test('[R-MIG-05] an interrupted import can be resumed', async () => {
  const running = importJob({ state: 'running' });
  app.respond('POST /admin/jobs/job-1/resume', () => running);
  show(importJob({ state: 'interrupted', position: 1, import: read }));
  await press('Go on');
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(running));
});

test('[R-MIG-05] an import interrupted before its file was read can be resumed once the upload is complete', () => {
  const file = { documents: 0, bytes: 20, totalBytes: 20 };
  show(importJob({ state: 'interrupted', position: 0, counts: sampleCounts({}), file }));
  expect(buttons()).toEqual(['Go on']);
});

test.each([
  ['with an incomplete upload', { documents: 0, bytes: 9, totalBytes: 20 }],
  ['without its upload', undefined],
] as const)('[R-MIG-05] an import %s can only be cancelled', async (_what, file) => {
  const cancelled = importJob({ state: 'cancelled' });
  app.respond('POST /admin/jobs/job-1/cancel', () => cancelled);
  const counts = sampleCounts({});
  show(importJob({ state: 'interrupted', position: 0, counts, ...(file ? { file } : {}) }));
  expect(buttons()).toEqual(['Cancel the import']);
  await press('Cancel the import');
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(cancelled));
  cleanup();
  show(importJob({ state: 'cancelled', position: 0, counts, ...(file ? { file } : {}) }));
  expect(buttons()).toEqual([]);
});

test('[R-MIG-06] a job that was partly undone can only be undone', () => {
  show(sampleJob({ state: 'cancelled', partlyUndoneBy: 'job-2' }));
  expect(buttons()).toEqual(['Undo']);
});

test('[R-MIG-05] an import that failed on its file offers no second read', () => {
  const counts = sampleCounts({ reject: 1 });
  show(importJob({ state: 'failed', position: 0, counts, problemCount: 1, import: read }));
  expect(buttons()).toEqual(['Save the faulty parts']);
});

test('[R-MIG-05] the documents an import left out can be saved as a file until they expire', async () => {
  const lines = '{"__rejected__":true}\n';
  const respond = (body: string, type = 'application/x-ndjson') =>
    app.respond(
      'GET /admin/jobs/job-1/rejects',
      () => new Response(body, { headers: { 'content-type': type } }),
    );
  respond(lines);
  const saved = collectSavedFiles();
  show(importJob({ counts: sampleCounts({ create: 2, reject: 1 }), problemCount: 1, import: read }));
  await press('Save what was left out');
  await waitFor(() =>
    expect(saved).toEqual([{ name: 'meadows.ndjson-rejects.ndjson', blob: expect.anything() }]),
  );
  expect(await saved[0]?.blob.text()).toBe(lines);
  respond('<title>Log in</title>', 'text/html');
  await press('Save what was left out');
  expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
  respond('');
  await press('Save what was left out');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('seven days'));
  expect(saved).toHaveLength(1);
});
