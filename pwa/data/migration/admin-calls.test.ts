import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logError } from '../log.ts';
import { fetchFields } from './admin-calls.ts';
import { exportCollection, type ExportFormat } from './export-collection.ts';

vi.mock('../log.ts', () => ({ logError: vi.fn() }));
vi.mock('../page-client.ts', () => ({
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
