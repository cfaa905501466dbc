// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '#shared/migration/job.ts';
import { fetchJobs } from '#pwa/data/migration/admin-calls.ts';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { bodiesTo, serveCollections } from '../../../tests/support/migration-server.ts';
import { sampleJob } from '../../../tests/support/sample-jobs.ts';
import { MigrationTool } from './migration-tool.tsx';

let app: FakeApp;

beforeEach(() => {
  app = createFakeApp({ session: STAFF });
  serveCollections(app, ['meadows', 3]);
  serveJobs();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function serveJobs(...jobs: readonly Job[]): void {
  app.respond('GET /admin/jobs', () => ({ jobs }));
}

function serveFields(fields: readonly object[], isCut = false): void {
  app.respond('GET /admin/collections/meadows/fields', () => ({ documents: 3, fields, isCut }));
}

const never = () => new Promise(() => undefined);
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

function show(path = '/migration') {
  renderInApp(app, <MigrationTool />, { path });
}

test('[R-MIG-02] when the collections can’t be read, the page says why and offers a retry', async () => {
  app.respond('GET /admin/collection-names', unreachable);
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
  serveCollections(app, ['meadows', 3]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('From')).toBeTruthy();
});

test('[R-MIG-02] a collection can be chosen before its documents are counted; empty ones are omitted', async () => {
  serveCollections(app, ['fields', 0], ['meadows', 3]);
  app.respond('GET /admin/collections', never);
  app.respond('GET /admin/collections/meadows/fields', never);
  show();
  await userEvent.selectOptions(await screen.findByLabelText('From'), 'meadows');
  expect(screen.getByRole('option', { name: 'meadows' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: /fields/ })).toBeNull();
});

test('[R-MIG-02] jobs started elsewhere appear automatically with their results, but not while the page is hidden', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    show();
    expect(await screen.findByText(/^None yet/)).toBeTruthy();
    serveJobs(sampleJob());
    serveCollections(app, ['meadows', 5]);
    visibility.mockReturnValue('hidden');
    await act(async () => void vi.advanceTimersByTime(20_000));
    expect(bodiesTo(app, 'GET /admin/jobs')).toHaveLength(1);
    visibility.mockReturnValue('visible');
    act(() => void vi.advanceTimersByTime(5000));
    expect(await screen.findByText('Copy of meadows into fields')).toBeTruthy();
    expect(await screen.findByRole('option', { name: 'meadows · 5 documents' })).toBeTruthy();
    app.respond('GET /admin/jobs', unreachable);
    act(() => void vi.advanceTimersByTime(5000));
    expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
    expect(screen.getByText('Copy of meadows into fields')).toBeTruthy();
  } finally {
    vi.useRealTimers();
    visibility.mockRestore();
  }
});

test('[R-MIG-03] jobs are listed with author, time and state; a running one can be stopped', async () => {
  const running = sampleJob({ id: 'job-2', state: 'running', position: 1, endedAt: null });
  serveJobs(running, sampleJob({ undoneBy: 'job-3' }));
  app.respond('GET /admin/jobs/job-2', () => running);
  app.respond('POST /admin/jobs/job-2/cancel', () => {
    const cancelled: Job = { ...running, state: 'cancelled' };
    // The page may poll the job at the same moment.
    app.respond('GET /admin/jobs/job-2', () => cancelled);
    return cancelled;
  });
  show();
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(screen.getAllByText(/by iris@example.com/)).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText(/What it had written stays/)).toBeTruthy();
  expect(bodiesTo(app, 'POST /admin/jobs/job-2/cancel')).toHaveLength(1);
});

test('[R-MIG-03] the newest twenty jobs are listed, and all of them on demand', async () => {
  const jobs = Array.from({ length: 45 }, (_, index) => sampleJob({ id: `job-${index}` }));
  serveJobs(...jobs);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 45' }));
  expect(screen.getAllByText('Copy of meadows into fields')).toHaveLength(45);
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  cleanup();
  show();
  await screen.findByRole('button', { name: 'Show all 45' });
  expect(screen.getAllByText('Copy of meadows into fields')).toHaveLength(20);
});

test('[R-MIG-03] undoing an undo is called a redo', async () => {
  const copy = sampleJob({ id: 'job-1', undoneBy: 'job-2' });
  const undo = sampleJob({ id: 'job-2', spec: { kind: 'undo', job: 'job-1' }, undoneBy: 'job-3' });
  const redo = sampleJob({ id: 'job-3', spec: { kind: 'undo', job: 'job-2' } });
  serveJobs(redo, undo, copy);
  show();
  await screen.findByText(/^Redoing/);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const lines = items.filter((text) => text.includes('meadows'));
  expect(lines[0]).toMatch(/^Redoing Copy of meadows into fields/);
  expect(lines[1]).toMatch(/^Undoing Copy of meadows into fields/);
});

test('[R-ERR-07] a job stopped by a read error names the collection and says what was kept', async () => {
  const kept = 'A page is torn. What was written stays.';
  const stopped = sampleJob({ state: 'failed', message: kept, failedRead: 'target' });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await fetchJobs(app);
  serveJobs(stopped);
  show();
  await userEvent.click(await screen.findByText('Copy of meadows into fields'));
  expect(await screen.findByText(`fields can’t be read. ${kept}`)).toBeTruthy();
  expect(logged).toHaveBeenCalledExactlyOnceWith('Error fetching migration result collection:', kept);
});

test('[R-MIG-01] the write mode is offered only for a target with documents', async () => {
  serveCollections(app, ['meadows', 3], ['fields', 1]);
  show();
  const to = await screen.findByLabelText('To');
  await userEvent.type(to, 'paddocks');
  expect(screen.queryByRole('radio', { name: /^Make it the same/ })).toBeNull();
  await userEvent.clear(to);
  await userEvent.type(to, 'fields');
  expect(screen.getByRole('radio', { name: /^Make it the same/ })).toBeTruthy();
});

test('[R-MIG-01] a store without collections says how to create one', async () => {
  serveCollections(app);
  show();
  expect(await screen.findByText(/There is none yet. Import a file/)).toBeTruthy();
});

test('[R-MIG-06] renaming during a copy is collapsed by default, and previews its effect', async () => {
  const field = { documents: 3, types: { number: 3 }, example: '1', issue: null };
  const fields = ['price', 'name'].map((path) => ({ path, ...field }));
  serveFields(fields);
  show();
  await userEvent.selectOptions(await screen.findByLabelText('From'), 'meadows');
  const summary = await screen.findByText('Rename some of 2 fields');
  expect(screen.queryByLabelText('Find in field names')).toBeNull();
  await userEvent.click(summary);
  await userEvent.type(await screen.findByLabelText('Find in field names'), 'pri');
  expect(screen.getByText('1 name would change')).toBeTruthy();
});

test('[R-MIG-06] of thousands of fields, at most a hundred are added at a time', async () => {
  const field = { documents: 3, types: { number: 3 }, example: '1', issue: null };
  const fields = Array.from({ length: 2000 }, (_, index) => ({ path: `part${index}`, ...field }));
  serveFields(fields, true);
  show('/migration?task=rename');
  await userEvent.selectOptions(await screen.findByLabelText('Collection'), 'meadows');
  await userEvent.click(await screen.findByRole('button', { name: 'Show 112 of 2,000 fields' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(112);
  await userEvent.click(screen.getByRole('button', { name: 'Show the first 12 alone' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(12);
});
