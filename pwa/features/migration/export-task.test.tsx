// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { collectSavedFiles, type SavedFile } from '../../../tests/support/saved-files.ts';
import { AT_FIRST } from './choices.ts';
import { ExportTask } from './export-task.tsx';

const file = { write: vi.fn(), close: vi.fn(), abort: vi.fn() };
const picker = vi.fn();
let app: FakeApp;
let saved: readonly SavedFile[];

beforeEach(() => {
  for (const step of Object.values(file)) step.mockReset().mockResolvedValue(undefined);
  picker.mockReset().mockResolvedValue({ name: 'mine.ndjson', createWritable: async () => file });
  vi.stubGlobal('showSaveFilePicker', picker);
  saved = collectSavedFiles();
  app = createFakeApp({ session: STAFF });
  serveLines('{"FBUID":"a"}', '{"FBUID":"b"}', '{"__end__":true,"documents":2}');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Each line arrives as a chunk of its own. */
function serveLines(...lines: readonly string[]): void {
  const encoder = new TextEncoder();
  const start = (stream: ReadableStreamDefaultController) => {
    for (const line of lines) stream.enqueue(encoder.encode(`${line}\n`));
    stream.close();
  };
  app.respond('GET /admin/export/meadows', () => new Response(new ReadableStream({ start })));
}

async function press(): Promise<void> {
  const choices = { ...AT_FIRST, source: 'meadows' };
  const calls = { onChoose: () => undefined, onStarted: () => undefined };
  renderInApp(app, <ExportTask collections={[]} choices={choices} {...calls} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
}

test('[R-MIG-04] a collection is streamed into the chosen file', async () => {
  await press();
  expect(await screen.findByText('mine.ndjson is saved: 2 documents, 28 bytes.')).toBeTruthy();
  expect(picker).toHaveBeenCalledWith(expect.objectContaining({ suggestedName: 'meadows.ndjson' }));
  const written = file.write.mock.calls.map(([bytes]) => new TextDecoder().decode(bytes));
  expect(written).toEqual(['{"FBUID":"a"}\n', '{"FBUID":"b"}\n']);
  expect(file.close).toHaveBeenCalledTimes(1);
  expect(saved).toEqual([]);
});

test('[R-MIG-04] in a browser without a file picker, the whole file is downloaded', async () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  await press();
  expect(await screen.findByText('meadows.ndjson is saved: 2 documents, 28 bytes.')).toBeTruthy();
  expect(saved.map(({ name }) => name)).toEqual(['meadows.ndjson']);
  expect(await saved[0]?.blob.text()).toBe('{"FBUID":"a"}\n{"FBUID":"b"}\n');
});

test('[R-MIG-04] cancelling the file picker saves and reads nothing', async () => {
  picker.mockRejectedValue(new DOMException('closed', 'AbortError'));
  await press();
  await waitFor(() => expect(picker).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
  expect(app.requests).toEqual([]);
  expect(saved).toEqual([]);
});

test('[R-MIG-04] an interrupted export leaves no file, and says how far it got', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  serveLines('{"FBUID":"a"}');
  await press();
  expect(await screen.findByText(/^The export broke off after 1 document,/)).toBeTruthy();
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    'Error fetching migration data collection:',
    expect.objectContaining({ code: 'unavailable' }),
  );
  expect(file.abort).toHaveBeenCalledTimes(1);
  expect(file.close).not.toHaveBeenCalled();
});

test('[R-MIG-04] a full disk is reported', async () => {
  file.close.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await press();
  expect(await screen.findByText(/^mine.ndjson can’t be written/)).toBeTruthy();
});
