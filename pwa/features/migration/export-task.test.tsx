// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { exportCollection } from '#pwa/data/migration/export-collection.ts';
import { saveBlob } from '#pwa/ui/save-file.ts';
import { AT_FIRST } from './choices.ts';
import { ExportTask } from './export-task.tsx';

vi.mock('#pwa/data/sync/use-connection.ts', () => ({ useConnection: () => ({ isOnline: true }) }));
vi.mock('#pwa/data/migration/export-collection.ts', () => ({ exportCollection: vi.fn() }));
vi.mock('#pwa/ui/save-file.ts', () => ({ saveBlob: vi.fn() }));

const chunk = (text: string) => ({ bytes: new TextEncoder().encode(text), documents: 1 });
const file = { write: vi.fn(), close: vi.fn(), abort: vi.fn() };
const picker = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  for (const step of Object.values(file)) step.mockResolvedValue(undefined);
  picker.mockResolvedValue({ name: 'mine.ndjson', createWritable: async () => file });
  vi.stubGlobal('showSaveFilePicker', picker);
  vi.mocked(exportCollection).mockImplementation(async function* () {
    yield chunk('{"FBUID":"a"}\n');
    yield chunk('{"FBUID":"b"}\n');
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function press(): Promise<void> {
  const choices = { ...AT_FIRST, source: 'meadows' };
  const calls = { onChoose: vi.fn(), onStarted: vi.fn() };
  render(<ExportTask collections={[]} choices={choices} {...calls} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
}

test('[R-MIG-04] a collection is written bit by bit into the file that was chosen', async () => {
  await press();
  expect(await screen.findByText('mine.ndjson is saved: 2 documents, 28 bytes.')).toBeTruthy();
  expect(picker).toHaveBeenCalledWith(expect.objectContaining({ suggestedName: 'meadows.ndjson' }));
  expect(file.write).toHaveBeenCalledTimes(2);
  expect(file.close).toHaveBeenCalledTimes(1);
  expect(saveBlob).not.toHaveBeenCalled();
});

test('[R-MIG-04] where a browser can’t do that, the whole file comes as a download', async () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  await press();
  expect(await screen.findByText('meadows.ndjson is saved: 2 documents, 28 bytes.')).toBeTruthy();
  const [name, blob] = vi.mocked(saveBlob).mock.calls[0] ?? [];
  expect(name).toBe('meadows.ndjson');
  expect(await blob?.text()).toBe('{"FBUID":"a"}\n{"FBUID":"b"}\n');
});

test('[R-MIG-04] whoever chooses no file gets none, and nothing is read', async () => {
  picker.mockRejectedValue(new DOMException('closed', 'AbortError'));
  await press();
  await vi.waitFor(() => expect(picker).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
  expect(exportCollection).not.toHaveBeenCalled();
  expect(saveBlob).not.toHaveBeenCalled();
});

test('[R-MIG-04] what breaks off leaves no file, and says how far it came', async () => {
  vi.mocked(exportCollection).mockImplementation(async function* () {
    yield chunk('{"FBUID":"a"}\n');
    throw new AppError('unavailable', 'The export broke off after 1 document.');
  });
  await press();
  expect(await screen.findByText('The export broke off after 1 document.')).toBeTruthy();
  expect(file.abort).toHaveBeenCalledTimes(1);
  expect(file.close).not.toHaveBeenCalled();
});

test('[R-MIG-04] a disk without room is told of as such', async () => {
  file.close.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await press();
  expect(await screen.findByText(/^mine.ndjson can’t be written/)).toBeTruthy();
});
