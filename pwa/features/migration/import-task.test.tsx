// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import type { ImportReport } from '#shared/migration/plan.ts';
import { fetchUpload, makePlan, startJob } from '#pwa/data/migration/admin-calls.ts';
import { deleteUpload, uploadFile, type UploadWatch } from '#pwa/data/migration/upload-file.ts';
import { AT_FIRST } from './choices.ts';
import { ImportTask } from './import-task.tsx';
import { sampleCounts, sampleJob, samplePlan } from '../../../tests/support/sample-jobs.ts';

const world = vi.hoisted(() => ({ isOnline: true }));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({ useConnection: () => ({ isOnline: world.isOnline }) }));
vi.mock('#pwa/data/store/unfinished-work.ts', () => ({ useHoldUpdates: () => undefined }));
vi.mock('#pwa/data/migration/admin-calls.ts', () => ({
  fetchUpload: vi.fn(),
  makePlan: vi.fn(),
  startJob: vi.fn(),
}));
vi.mock('#pwa/data/migration/upload-file.ts', () => ({ deleteUpload: vi.fn(), uploadFile: vi.fn() }));

const report = (some: Partial<ImportReport> = {}): ImportReport => ({
  format: 'NDJSON',
  documents: 3,
  rejected: 0,
  notices: [],
  leftOut: [],
  ...some,
});
const readable = (some: Partial<ImportReport> = {}) => samplePlan({ import: report(some) });
const faulty = (lines: readonly number[], good = 2) =>
  samplePlan({
    documents: good + lines.length,
    counts: sampleCounts({ create: good, reject: lines.length }),
    problems: lines.map((line) => ({
      id: '',
      code: 'invalid-json',
      path: '',
      message: 'No.',
      line,
      column: 2,
      byte: 1000 * line,
    })),
    problemCount: lines.length,
    import: report({ documents: good, rejected: lines.length }),
  });
const refused = (reason: string, path?: string) =>
  new AppError('invalid-argument', 'It can’t be read.', { reason, path });
const never = <Value,>() => new Promise<Value>(() => undefined);

const started = vi.fn();
const input = () => screen.getByLabelText('File to import') as HTMLInputElement;
const into = () => screen.getByLabelText('Into') as HTMLInputElement;
const pick = (name: string) => userEvent.upload(input(), new File(['{}'], name));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const lastSpec = () => vi.mocked(makePlan).mock.lastCall?.[0];
const watchOf = (call: number) => vi.mocked(uploadFile).mock.calls[call]?.[1] as UploadWatch;

beforeEach(() => {
  vi.clearAllMocks();
  world.isOnline = true;
  vi.mocked(uploadFile).mockResolvedValue('u1');
  vi.mocked(fetchUpload).mockResolvedValue({ bytes: 2, totalBytes: 2, check: null });
  vi.mocked(makePlan).mockResolvedValue(readable());
  vi.mocked(startJob).mockResolvedValue(sampleJob());
});
afterEach(cleanup);

function show() {
  const props = { collections: [], choices: AT_FIRST, onChoose: vi.fn() };
  const { rerender, unmount } = render(<ImportTask {...props} onStarted={started} />);
  return { again: () => rerender(<ImportTask {...props} onStarted={started} />), leave: unmount };
}

async function choose(name = 'meadows.ndjson') {
  const shown = show();
  await pick(name);
  return shown;
}

test('[R-MIG-05] a file is sent, the server’s plan shows by itself, and what is applied is that plan', async () => {
  vi.mocked(makePlan).mockResolvedValue(
    samplePlan({
      import: report({
        notices: ['2 documents: id became FBUID.'],
        leftOut: [{ name: 'Vendor', count: 12 }],
      }),
    }),
  );
  await choose();
  expect(await screen.findByText('NDJSON: 3 documents, all in order.')).toBeTruthy();
  expect(screen.getByText('2 documents: id became FBUID.')).toBeTruthy();
  expect(screen.getByText('Without a place here: 1 column or field')).toBeTruthy();
  expect(screen.getByText('Left out 12 times')).toBeTruthy();
  await press('Import 2 documents');
  const spec = {
    kind: 'import',
    collection: 'meadows',
    upload: 'u1',
    label: 'meadows.ndjson',
    mode: 'upsert',
    onConflict: 'overwrite',
    continue: true,
  };
  expect(makePlan).toHaveBeenCalledExactlyOnceWith(spec, expect.anything());
  expect(startJob).toHaveBeenCalledWith(spec, { planHash: 'hash-1' });
  await vi.waitFor(() => expect(started).toHaveBeenCalledWith(sampleJob()));
});

test('[R-MIG-05] other settings ask for a new plan of the same upload', async () => {
  await choose();
  await screen.findByText(/all in order/);
  await userEvent.type(screen.getByLabelText(/^Field with the id/), 'sku');
  await userEvent.click(screen.getByRole('radio', { name: /^Add new ones only/ }));
  await vi.waitFor(() =>
    expect(lastSpec()).toMatchObject({ upload: 'u1', idField: 'sku', mode: 'insert', onConflict: 'skip' }),
  );
  expect(await screen.findByText(/all in order/)).toBeTruthy();
  expect(uploadFile).toHaveBeenCalledTimes(1);
});

test('[R-MIG-05] how far sending and reading are shows', async () => {
  let finish: (id: string) => void = () => undefined;
  vi.mocked(uploadFile).mockReturnValue(new Promise((resolve) => (finish = resolve)));
  vi.mocked(makePlan).mockReturnValue(never());
  vi.mocked(fetchUpload).mockResolvedValue({
    bytes: 2,
    totalBytes: 2,
    check: { documents: 1200, bytes: 30, totalBytes: 40 },
  });
  await choose();
  act(() => watchOf(0).onProgress(1));
  expect(screen.getByText('50 % of 2 bytes')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Sending meadows.ndjson' })).toBeTruthy();
  await act(async () => finish('u1'));
  expect(await screen.findByText('1,200 documents, 75 %')).toBeTruthy();
});

test('[R-MIG-05] Cancel stops the upload and the plan at once', async () => {
  vi.mocked(uploadFile).mockReturnValueOnce(never());
  vi.mocked(makePlan).mockReturnValue(never());
  await choose();
  await press('Cancel');
  expect(watchOf(0).signal.aborted).toBe(true);
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy();
  await pick('fields.ndjson');
  await vi.waitFor(() => expect(makePlan).toHaveBeenCalledTimes(1));
  await press('Cancel');
  expect(vi.mocked(makePlan).mock.lastCall?.[1].aborted).toBe(true);
  vi.mocked(makePlan).mockResolvedValue(readable());
  await press('Show the plan');
  expect(await screen.findByText(/all in order/)).toBeTruthy();
  expect(uploadFile).toHaveBeenCalledTimes(2);
});

test('[R-MIG-05] an upload that is cut keeps what has arrived, and goes on when asked or when back online', async () => {
  vi.mocked(uploadFile).mockReturnValue(never());
  const { again } = await choose();
  const resume = vi.fn();
  act(() => {
    watchOf(0).onProgress(1);
    watchOf(0).onCut(resume);
  });
  expect(screen.getByText(/can’t be sent now: .* 50 % of it have arrived and are kept/)).toBeTruthy();
  await press('Try again');
  expect(resume).toHaveBeenCalledTimes(1);
  world.isOnline = false;
  again();
  expect(screen.getByText(/can’t be sent now/)).toBeTruthy();
  act(() => watchOf(0).onCut(resume));
  world.isOnline = true;
  again();
  expect(resume).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('progressbar', { name: 'Sending meadows.ndjson' })).toBeTruthy();
  expect(uploadFile).toHaveBeenCalledTimes(1);
});

test('[R-MIG-05] a file above the server’s limit says what the limit is', async () => {
  const message = 'The file is larger than 2 GiB, the limit of this server. Split the file.';
  vi.mocked(uploadFile).mockRejectedValue(new AppError('resource-exhausted', message, { status: 413 }));
  await choose();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(makePlan).not.toHaveBeenCalled();
});

test('[R-MIG-05] an upload that no job uses is removed with another file and when one leaves', async () => {
  const { leave } = await choose();
  await screen.findByText(/all in order/);
  vi.mocked(uploadFile).mockResolvedValue('u2');
  await pick('fields.ndjson');
  expect(deleteUpload).toHaveBeenCalledExactlyOnceWith('u1');
  await vi.waitFor(() => expect(lastSpec()).toMatchObject({ upload: 'u2' }));
  await screen.findByText(/all in order/);
  leave();
  expect(deleteUpload).toHaveBeenLastCalledWith('u2');
  expect(deleteUpload).toHaveBeenCalledTimes(2);
});

test('[R-MIG-05] the upload of a job stays, also when the server’s answer to its start is lost', async () => {
  vi.mocked(startJob).mockRejectedValueOnce(new AppError('unavailable', 'x'));
  const { leave } = await choose();
  await press('Import 2 documents');
  expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
  leave();
  expect(deleteUpload).not.toHaveBeenCalled();
});

test('[R-MIG-05] problems are shown with their places, twenty and then all, and nothing goes in until one says to leave them out', async () => {
  vi.mocked(makePlan).mockResolvedValue(faulty(Array.from({ length: 25 }, (_, index) => index + 1)));
  await choose();
  expect(await screen.findByText('Line 7, character 2, byte 7,000')).toBeTruthy();
  expect(screen.getAllByText(/^Line \d+, character 2/)).toHaveLength(20);
  await press('Show all 25');
  expect(screen.getAllByText(/^Line \d+, character 2/)).toHaveLength(25);
  const go = screen.getByRole('button', { name: 'Import 2 documents' }) as HTMLButtonElement;
  expect(go.disabled).toBe(true);
  await userEvent.click(screen.getByLabelText(/^Leave 25 faulty parts out/));
  expect(go.disabled).toBe(false);
});

test('[R-MIG-05] a file in which nothing is right says so', async () => {
  vi.mocked(makePlan).mockResolvedValue(faulty([1], 0));
  await choose();
  expect(await screen.findByText(/nothing in it can be imported as it is, with 1 problem/)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

test('[R-MIG-05] a file that can’t be read says why, and nothing can be done with it', async () => {
  vi.mocked(makePlan).mockRejectedValue(refused('invalid-gzip'));
  await choose();
  expect((await screen.findByRole('alert')).textContent).toBe('It can’t be read.');
  expect(screen.queryByRole('button', { name: /plan|Import/ })).toBeNull();
});

test('[R-MIG-05] products of Shopify go where they belong, and are asked what they don’t tell by themselves', async () => {
  vi.mocked(makePlan).mockRejectedValueOnce(refused('shopify-collection'));
  const problem = { id: 'kite', message: 'No.', line: 2 };
  vi.mocked(makePlan).mockResolvedValueOnce(
    samplePlan({
      problems: [
        { ...problem, code: 'unknown-category', path: 'productCategory' },
        { ...problem, code: 'unpublished', path: 'Published' },
      ],
      problemCount: 2,
      counts: sampleCounts({ reject: 1 }),
      import: report({ format: 'Shopify product CSV' }),
    }),
  );
  await choose('shop.csv');
  await press('Import into products');
  expect(into().value).toBe('products');
  await userEvent.selectOptions(await screen.findByLabelText(/^Category, where/), 'drones');
  await userEvent.click(screen.getByLabelText(/^Leave them out/));
  const asked = { collection: 'products', category: 'drones', unpublished: 'skip' };
  await vi.waitFor(() => expect(lastSpec()).toMatchObject(asked));
  await screen.findByText(/all in order/);
  await userEvent.selectOptions(screen.getByLabelText(/^Category, where/), '');
  expect(screen.getByLabelText(/^Category, where/)).toBeTruthy();
});

test('[R-MIG-05] a table’s cells can be read as values', async () => {
  vi.mocked(makePlan).mockResolvedValue(readable({ format: 'CSV, packed' }));
  await choose('diamonds.csv.gz');
  await userEvent.click(await screen.findByLabelText(/^As values/));
  await vi.waitFor(() => expect(lastSpec()).toMatchObject({ types: 'detect' }));
});

test('[R-MIG-05] documents within one object are found where the server says, or where one says', async () => {
  vi.mocked(makePlan).mockRejectedValueOnce(refused('wrapped-documents', 'rows[].doc'));
  await choose('couch.json');
  await press('Read the documents in rows[].doc');
  await vi.waitFor(() => expect(lastSpec()).toMatchObject({ documents: 'rows[].doc' }));
  expect(await screen.findByText(/all in order/)).toBeTruthy();
  expect((screen.getByLabelText('Where the documents are') as HTMLInputElement).value).toBe('rows[].doc');
  await pick('other.json');
  await vi.waitFor(() => expect(lastSpec()).not.toHaveProperty('documents'));
});

test('[R-MIG-05] a file of which nothing tells what it is can be said to be something', async () => {
  vi.mocked(makePlan).mockRejectedValueOnce(refused('unknown-format'));
  await choose('notes.json');
  await userEvent.selectOptions(await screen.findByLabelText('What the file is'), 'csv');
  await vi.waitFor(() => expect(lastSpec()).toMatchObject({ format: 'csv' }));
  expect(await screen.findByText(/all in order/)).toBeTruthy();
});

test('[R-MIG-05] a file suggests the collection it is called after, where none is chosen', async () => {
  show();
  await pick('2026.ndjson');
  expect(into().value).toBe('');
  expect(await screen.findByText(/^Choose a collection; what is found/)).toBeTruthy();
  await pick('meadows.ndjson.gz');
  expect(into().value).toBe('meadows');
  await pick('fields.ndjson');
  expect(into().value).toBe('meadows');
});
