import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { createFakeApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { fetchFields, fetchJobs, makePlan, resumeJob } from './admin-calls.ts';
import { exportCollection, type ExportFormat } from './export-collection.ts';

const logged = vi.spyOn(console, 'error');
let app: FakeApp;
beforeEach(() => {
  logged.mockReset().mockReturnValue();
  app = createFakeApp({ session: STAFF });
});
afterAll(() => logged.mockRestore());

async function exportText(format: ExportFormat): Promise<string> {
  let text = '';
  for await (const { bytes } of exportCollection(app, 'meadows', format, new AbortController().signal))
    text += new TextDecoder().decode(bytes);
  return text;
}

test.each([
  ['source', 'Error fetching migration data collection:'],
  ['target', 'Error fetching migration result collection:'],
] as const)('[R-ERR-07] an unreadable %s is logged as “%s”', async (side, text) => {
  await expect(fetchFields(app, 'meadows', side)).rejects.toMatchObject({ code: 'unavailable' });
  expect(logged).toHaveBeenCalledWith(text, expect.objectContaining({ code: 'unavailable' }));
});

const spec: JobSpec = {
  kind: 'copy',
  source: 'a',
  target: 'b',
  mode: 'upsert',
  onConflict: 'skip',
  where: [],
};
const counts = { create: 0, replace: 0, merge: 0, delete: 0, skip: 0, reject: 0, unchanged: 0 };
const at = { startedAt: '2026-11-21T07:40:00.000Z', endedAt: null, startedBy: 'iris@example.com' };
const none = { total: 3, problems: [], problemCount: 0, message: null, undoneBy: null };
const RUNNING = { id: 'job-1', spec, state: 'running', position: 1, counts, ...at, ...none };

test('[R-ERR-07] each failed read that stops a job or a plan is logged once', async () => {
  const text = 'Error fetching migration data collection:';
  const stopped = { ...RUNNING, state: 'failed', message: 'A page is torn.', failedRead: 'source' };
  app.respond('GET /admin/jobs', () => ({ jobs: [RUNNING] }));
  await fetchJobs(app);
  expect(logged).not.toHaveBeenCalled();
  app.respond('GET /admin/jobs', () => ({ jobs: [stopped] }));
  await fetchJobs(app);
  await fetchJobs(app);
  expect(logged).toHaveBeenCalledExactlyOnceWith(text, 'A page is torn.');
  app.respond('POST /admin/jobs/job-1/resume', () => RUNNING);
  await resumeJob(app, stopped.id);
  app.respond('GET /admin/jobs', () => ({ jobs: [stopped] }));
  await fetchJobs(app);
  expect(logged).toHaveBeenCalledTimes(2);
  const error = { code: 'internal', message: 'A page is torn.', path: 'target' };
  app.respond('POST /admin/plans', () => Response.json({ error }, { status: 500 }));
  await expect(makePlan(app, RUNNING.spec, new AbortController().signal)).rejects.toMatchObject({
    code: 'internal',
  });
  const result = 'Error fetching migration result collection:';
  expect(logged).toHaveBeenLastCalledWith(result, expect.objectContaining({ path: 'target' }));
});

const lines = (count: number, promised = count) =>
  new Response(
    [
      ...Array.from({ length: count }, (_, index) => `{"FBUID":"d${index}"}\n`),
      `{"__end__":true,"documents":${promised}}\n`,
    ].join(''),
  );

test('[R-MIG-04] a collection is exported as NDJSON or as one JSON array', async () => {
  app.respond('GET /admin/export/meadows', () => lines(2));
  expect(await exportText('ndjson')).toBe('{"FBUID":"d0"}\n{"FBUID":"d1"}\n');
  expect(await exportText('json')).toBe('[\n{"FBUID":"d0"},\n{"FBUID":"d1"}\n]\n');
  app.respond('GET /admin/export/meadows', () => lines(0));
  expect(await exportText('json')).toBe('[]\n');
});

test('[R-MIG-04] [R-ERR-07] a truncated response fails the export and is logged', async () => {
  app.respond('GET /admin/export/meadows', () => lines(2, 3));
  await expect(exportText('ndjson')).rejects.toThrow(/broke off after 2 documents/);
  expect(logged).toHaveBeenCalledWith('Error fetching migration data collection:', expect.any(Error));
});

test('[R-MIG-04] a refused export throws the server’s message', async () => {
  const error = { code: 'not-found', message: 'There is no such collection.' };
  app.respond('GET /admin/export/meadows', () => Response.json({ error }, { status: 404 }));
  await expect(exportText('ndjson')).rejects.toThrow('There is no such collection.');
});
