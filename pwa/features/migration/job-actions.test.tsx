// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '#shared/migration/job.ts';
import { cancelJob, fetchRejects, resumeJob } from '#pwa/data/migration/admin-calls.ts';
import { saveBlob } from '#pwa/ui/save-file.ts';
import { JobActions } from './job-actions.tsx';
import { sampleCounts, sampleJob } from '../../../tests/support/sample-jobs.ts';

vi.mock('#pwa/data/sync/use-connection.ts', () => ({ useConnection: () => ({ isOnline: true }) }));
vi.mock('#pwa/data/migration/admin-calls.ts', () => ({
  cancelJob: vi.fn(),
  fetchRejects: vi.fn(),
  resumeJob: vi.fn(),
  startJob: vi.fn(),
}));
vi.mock('#pwa/ui/save-file.ts', () => ({ saveBlob: vi.fn() }));

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
const answered = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(cleanup);

const show = (job: Job) => render(<JobActions job={job} onAnswer={answered} onStarted={vi.fn()} />);

test('[R-MIG-05] an import that was interrupted goes on from the screen', async () => {
  vi.mocked(resumeJob).mockResolvedValue(importJob({ state: 'running' }));
  show(importJob({ state: 'interrupted', position: 1, import: read }));
  await press('Go on');
  expect(resumeJob).toHaveBeenCalledWith('job-1');
});

test('[R-MIG-05] so does one that stopped before its file was read, when all of that has arrived', () => {
  const file = { documents: 0, bytes: 20, totalBytes: 20 };
  show(importJob({ state: 'interrupted', position: 0, counts: sampleCounts({}), file }));
  expect(buttons()).toEqual(['Go on']);
});

test.each([
  ['a part of whose file is missing', { documents: 0, bytes: 9, totalBytes: 20 }],
  ['whose file is gone', undefined],
] as const)('[R-MIG-05] an import %s can be cancelled alone', async (_what, file) => {
  vi.mocked(cancelJob).mockResolvedValue(importJob({ state: 'cancelled' }));
  const counts = sampleCounts({});
  show(importJob({ state: 'interrupted', position: 0, counts, ...(file ? { file } : {}) }));
  expect(buttons()).toEqual(['Cancel the import']);
  await press('Cancel the import');
  expect(cancelJob).toHaveBeenCalledWith('job-1');
  cleanup();
  show(importJob({ state: 'cancelled', position: 0, counts, ...(file ? { file } : {}) }));
  expect(buttons()).toEqual([]);
});

test('[R-MIG-05] a file that was refused isn’t offered to be read once more', () => {
  const counts = sampleCounts({ reject: 1 });
  show(importJob({ state: 'failed', position: 0, counts, problemCount: 1, import: read }));
  expect(buttons()).toEqual(['Save the faulty parts']);
});

test('[R-MIG-05] what an import left out is saved as a file, as long as it is kept', async () => {
  const lines = new Blob(['{"__rejected__":true}\n']);
  vi.mocked(fetchRejects).mockResolvedValueOnce(lines).mockResolvedValueOnce(new Blob([]));
  show(importJob({ counts: sampleCounts({ create: 2, reject: 1 }), problemCount: 1, import: read }));
  await press('Save what was left out');
  expect(saveBlob).toHaveBeenCalledExactlyOnceWith('meadows.ndjson-rejects.ndjson', lines);
  await press('Save what was left out');
  expect((await screen.findByRole('alert')).textContent).toContain('seven days');
});
