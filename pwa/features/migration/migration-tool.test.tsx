// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Job } from '#shared/migration/job.ts';
import {
  cancelJob,
  fetchCollectionNames,
  fetchCollections,
  fetchFields,
  fetchJob,
  fetchJobs,
} from '#pwa/data/migration/admin-calls.ts';
import { MigrationTool } from './migration-tool.tsx';
import { sampleJob } from '../../../tests/support/sample-jobs.ts';

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn(), logNotice: vi.fn() }));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({ useConnection: () => ({ isOnline: true }) }));
vi.mock('#pwa/data/migration/admin-calls.ts', () => ({
  fetchCollectionNames: vi.fn(),
  fetchCollections: vi.fn(),
  fetchFields: vi.fn(),
  fetchJobs: vi.fn(),
  fetchJob: vi.fn(),
  cancelJob: vi.fn(),
}));

const summary = (name: string, documents: number) => ({
  name,
  documents,
  deleted: 0,
  history: 0,
  bytes: 0,
  lastChange: null,
});

function haveCollections(...collections: readonly (readonly [name: string, documents: number])[]) {
  vi.mocked(fetchCollections).mockResolvedValue(collections.map((one) => summary(...one)));
  vi.mocked(fetchCollectionNames).mockResolvedValue(
    collections.map(([name, documents]) => ({ name, isEmpty: documents === 0 })),
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  haveCollections(['meadows', 3]);
  vi.mocked(fetchJobs).mockResolvedValue([]);
});
afterEach(cleanup);

function show(path = '/migration') {
  render(<MigrationTool />, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>,
  });
}

test('[R-MIG-02] when the collections can’t be read it says why, and asks again', async () => {
  vi.mocked(fetchCollectionNames).mockRejectedValueOnce(new AppError('unavailable', 'x'));
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('From')).toBeTruthy();
});

test('[R-MIG-02] a collection can be chosen before the documents of a large store are counted; empty ones are left out', async () => {
  haveCollections(['fields', 0], ['meadows', 3]);
  vi.mocked(fetchCollections).mockReturnValue(new Promise(() => undefined));
  vi.mocked(fetchFields).mockReturnValue(new Promise(() => undefined));
  show();
  await userEvent.selectOptions(await screen.findByLabelText('From'), 'meadows');
  expect(screen.getByRole('option', { name: 'meadows' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: /fields/ })).toBeNull();
});

test('[R-MIG-02] jobs that were begun elsewhere show by themselves, with what they have written; not while nobody looks', async () => {
  const look = vi.spyOn(document, 'visibilityState', 'get');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    show();
    expect(await screen.findByText(/^None yet/)).toBeTruthy();
    vi.mocked(fetchJobs).mockResolvedValue([sampleJob()]);
    haveCollections(['meadows', 5]);
    look.mockReturnValue('hidden');
    act(() => void vi.advanceTimersByTime(20_000));
    expect(fetchJobs).toHaveBeenCalledTimes(1);
    look.mockReturnValue('visible');
    act(() => void vi.advanceTimersByTime(5000));
    expect(await screen.findByText('Copy of meadows into fields')).toBeTruthy();
    expect(await screen.findByRole('option', { name: 'meadows · 5 documents' })).toBeTruthy();
    vi.mocked(fetchJobs).mockRejectedValue(new AppError('unavailable', 'x'));
    act(() => void vi.advanceTimersByTime(5000));
    expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
    expect(screen.getByText('Copy of meadows into fields')).toBeTruthy();
  } finally {
    vi.useRealTimers();
    look.mockRestore();
  }
});

test('[R-MIG-03] jobs are listed with who, when and how they stand; a running one can be stopped', async () => {
  const running = sampleJob({ id: 'job-2', state: 'running', position: 1, endedAt: null });
  vi.mocked(fetchJobs).mockResolvedValue([running, sampleJob({ undoneBy: 'job-3' })]);
  vi.mocked(fetchJob).mockResolvedValue(running);
  vi.mocked(cancelJob).mockImplementation(() => {
    const cancelled: Job = { ...running, state: 'cancelled' };
    // The page may poll the job at the same moment.
    vi.mocked(fetchJob).mockResolvedValue(cancelled);
    return Promise.resolve(cancelled);
  });
  show();
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(screen.getAllByText(/by iris@example.com/)).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(cancelJob).toHaveBeenCalledWith('job-2');
  expect(await screen.findByText(/What it had written stays/)).toBeTruthy();
});

test('[R-MIG-03] of many jobs the newest twenty are listed, and all of them on demand', async () => {
  const jobs = Array.from({ length: 45 }, (_, index) => sampleJob({ id: `job-${index}` }));
  vi.mocked(fetchJobs).mockResolvedValue(jobs);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 45' }));
  expect(screen.getAllByText('Copy of meadows into fields')).toHaveLength(45);
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  cleanup();
  show();
  await screen.findByRole('button', { name: 'Show all 45' });
  expect(screen.getAllByText('Copy of meadows into fields')).toHaveLength(20);
});

test('[R-MIG-03] undoing an undo is called by what comes back', async () => {
  const copy = sampleJob({ id: 'job-1', undoneBy: 'job-2' });
  const undo = sampleJob({ id: 'job-2', spec: { kind: 'undo', job: 'job-1' }, undoneBy: 'job-3' });
  const redo = sampleJob({ id: 'job-3', spec: { kind: 'undo', job: 'job-2' } });
  vi.mocked(fetchJobs).mockResolvedValue([redo, undo, copy]);
  show();
  await screen.findByText(/^Redoing/);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const lines = items.filter((text) => text.includes('meadows'));
  expect(lines[0]).toMatch(/^Redoing Copy of meadows into fields/);
  expect(lines[1]).toMatch(/^Undoing Copy of meadows into fields/);
});

test('[R-ERR-07] a job that a read has stopped says which collection it was and what was kept', async () => {
  const kept = 'A page is torn. What was written stays.';
  const stopped = sampleJob({ state: 'failed', message: kept, failedRead: 'target' });
  vi.mocked(fetchJobs).mockResolvedValue([stopped]);
  show();
  await userEvent.click(await screen.findByText('Copy of meadows into fields'));
  expect(await screen.findByText(`fields can’t be read. ${kept}`)).toBeTruthy();
});

test('[R-MIG-01] how it writes is asked only where the target holds documents', async () => {
  haveCollections(['meadows', 3], ['fields', 1]);
  show();
  const to = await screen.findByLabelText('To');
  await userEvent.type(to, 'paddocks');
  expect(screen.queryByRole('radio', { name: /^Make it the same/ })).toBeNull();
  await userEvent.clear(to);
  await userEvent.type(to, 'fields');
  expect(screen.getByRole('radio', { name: /^Make it the same/ })).toBeTruthy();
});

test('[R-MIG-01] a store without a collection says how one comes into being', async () => {
  haveCollections();
  show();
  expect(await screen.findByText(/There is none yet. Import a file/)).toBeTruthy();
});

test('[R-MIG-06] renaming on the way of a copy is folded away until somebody wants it, and says what it does', async () => {
  const field = { documents: 3, types: { number: 3 }, example: '1', issue: null };
  const fields = ['price', 'name'].map((path) => ({ path, ...field }));
  vi.mocked(fetchFields).mockResolvedValue({ documents: 3, fields, isCut: false });
  show();
  await userEvent.selectOptions(await screen.findByLabelText('From'), 'meadows');
  const fold = await screen.findByText('Rename some of 2 fields');
  expect(screen.queryByLabelText('Find in field names')).toBeNull();
  await userEvent.click(fold);
  await userEvent.type(await screen.findByLabelText('Find in field names'), 'pri');
  expect(screen.getByText('1 name would change')).toBeTruthy();
});

test('[R-MIG-06] of thousands of fields no more than a hundred are added at once', async () => {
  const field = { documents: 3, types: { number: 3 }, example: '1', issue: null };
  const fields = Array.from({ length: 2000 }, (_, index) => ({ path: `part${index}`, ...field }));
  vi.mocked(fetchFields).mockResolvedValue({ documents: 3, fields, isCut: true });
  show('/migration?task=rename');
  await userEvent.selectOptions(await screen.findByLabelText('Collection'), 'meadows');
  await userEvent.click(await screen.findByRole('button', { name: 'Show 112 of 2,000 fields' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(112);
  await userEvent.click(screen.getByRole('button', { name: 'Show the first 12 alone' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(12);
});
