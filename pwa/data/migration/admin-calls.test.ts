import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { logError } from '../log.ts';
import { fetchFields, fetchJobs, makePlan, resumeJob } from './admin-calls.ts';
import { exportCollection, type ExportFormat } from './export-collection.ts';

vi.mock('../log.ts', () => ({ logError: vi.fn() }));
vi.mock('../sync/page-client.ts', () => ({
  pageClientOptions: () => ({
    origin: '',
    dataEndpoint: 'testing/data',
    installation: { authToken: async () => 'token', dropToken: () => undefined },
    access: { token: () => undefined, drop: () => undefined },
    isStaff: () => true,
    cookies: () => '',
  }),
}));

const answer = vi.fn<(url: string) => Promise<Response>>();
beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('fetch', answer);
});
afterEach(() => vi.unstubAllGlobals());

async function exportText(format: ExportFormat): Promise<string> {
  let text = '';
  for await (const { bytes } of exportCollection('meadows', format, new AbortController().signal))
    text += new TextDecoder().decode(bytes);
  return text;
}

test.each([
  ['source', 'Error fetching migration data collection:'],
  ['target', 'Error fetching migration result collection:'],
] as const)('[R-ERR-07] a %s that can’t be read is logged as “%s”', async (side, text) => {
  answer.mockRejectedValue(new TypeError('no network'));
  await expect(fetchFields('meadows', side)).rejects.toMatchObject({ code: 'unavailable' });
  expect(logError).toHaveBeenCalledWith(text, expect.objectContaining({ code: 'unavailable' }));
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

test('[R-ERR-07] so is a job that a read stops on its way, each time, and a plan that a read prevents', async () => {
  const text = 'Error fetching migration data collection:';
  const stopped = { ...RUNNING, state: 'failed', message: 'A page is torn.', failedRead: 'source' };
  answer.mockImplementation(async () => Response.json({ jobs: [RUNNING] }));
  await fetchJobs();
  expect(logError).not.toHaveBeenCalled();
  answer.mockImplementation(async () => Response.json({ jobs: [stopped] }));
  await fetchJobs();
  await fetchJobs();
  expect(logError).toHaveBeenCalledExactlyOnceWith(text, 'A page is torn.');
  answer.mockImplementation(async () => Response.json(RUNNING));
  await resumeJob(stopped.id);
  answer.mockImplementation(async () => Response.json({ jobs: [stopped] }));
  await fetchJobs();
  expect(logError).toHaveBeenCalledTimes(2);
  const error = { code: 'internal', message: 'A page is torn.', path: 'target' };
  answer.mockImplementation(async () => Response.json({ error }, { status: 500 }));
  await expect(makePlan(RUNNING.spec, new AbortController().signal)).rejects.toMatchObject({
    code: 'internal',
  });
  const result = 'Error fetching migration result collection:';
  expect(logError).toHaveBeenLastCalledWith(result, expect.objectContaining({ path: 'target' }));
});

const lines = (count: number, promised = count) =>
  new Response(
    [
      ...Array.from({ length: count }, (_, index) => `{"FBUID":"d${index}"}\n`),
      `{"__end__":true,"documents":${promised}}\n`,
    ].join(''),
  );

test('[R-MIG-04] a collection is saved as lines or as one array', async () => {
  answer.mockImplementation(async () => lines(2));
  expect(await exportText('ndjson')).toBe('{"FBUID":"d0"}\n{"FBUID":"d1"}\n');
  expect(String(answer.mock.calls[0]?.[0])).toBe('/api/v1/admin/export/meadows');
  expect(await exportText('json')).toBe('[\n{"FBUID":"d0"},\n{"FBUID":"d1"}\n]\n');
  answer.mockImplementation(async () => lines(0));
  expect(await exportText('json')).toBe('[]\n');
});

test('[R-MIG-04] [R-ERR-07] an answer that was cut off makes no file, and is logged', async () => {
  answer.mockImplementation(async () => lines(2, 3));
  await expect(exportText('ndjson')).rejects.toThrow(/broke off after 2 documents/);
  expect(logError).toHaveBeenCalledWith('Error fetching migration data collection:', expect.any(Error));
});

test('[R-MIG-04] a refused export says the server’s own words', async () => {
  const error = { code: 'not-found', message: 'There is no such collection.' };
  answer.mockImplementation(async () => Response.json({ error }, { status: 404 }));
  await expect(exportText('ndjson')).rejects.toThrow('There is no such collection.');
});
