// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { cancelJob, startJob } from '#pwa/data/migration/admin-calls.ts';
import { checkFile, type FileReport } from '#pwa/data/migration/check-file.ts';
import { planImport, sendImport } from '#pwa/data/migration/send-import.ts';
import { AT_FIRST } from './choices.ts';
import { ImportTask } from './import-task.tsx';
import { sampleCounts, sampleJob } from './sample-jobs.ts';

vi.mock('#pwa/data/use-connection.ts', () => ({ useConnection: () => ({ isOnline: true }) }));
vi.mock('#pwa/data/use-hold-updates.ts', () => ({ useHoldUpdates: () => undefined }));
vi.mock('#pwa/data/migration/admin-calls.ts', () => ({
  startJob: vi.fn(),
  fetchJob: vi.fn(),
  cancelJob: vi.fn(),
}));
vi.mock('#pwa/data/migration/check-file.ts', () => ({ checkFile: vi.fn() }));
vi.mock('#pwa/data/migration/send-import.ts', () => ({ planImport: vi.fn(), sendImport: vi.fn() }));

const report = (some: Partial<FileReport>): FileReport => ({
  format: 'JSON',
  documents: 2,
  problems: [],
  problemCount: 0,
  faulty: 0,
  rejects: [],
  notices: [],
  leftOut: [],
  fingerprint: 'f1',
  ...some,
});
const receiving = sampleJob({ state: 'receiving', position: 0 });
const started = vi.fn();
const changed = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(checkFile).mockResolvedValue(report({}));
  vi.mocked(startJob).mockResolvedValue(receiving);
  vi.mocked(sendImport).mockResolvedValue(sampleJob());
  vi.mocked(planImport).mockResolvedValue({
    documents: 2,
    counts: sampleCounts({ create: 1, unchanged: 1 }),
    problems: [],
    problemCount: 0,
  });
});
afterEach(cleanup);

async function choose(into = 'meadows'): Promise<void> {
  const common = { collections: [], jobs: [], onChoose: vi.fn(), onChange: changed };
  render(<ImportTask {...common} choices={AT_FIRST} onStarted={started} />);
  await userEvent.type(screen.getByLabelText('Into'), into);
  const input = screen.getByLabelText('File to import') as HTMLInputElement;
  await userEvent.upload(input, new File(['{}'], 'meadows.ndjson'));
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('[R-MIG-05] a file is checked, compared with its collection, and goes in as a job', async () => {
  await choose();
  expect(await screen.findByText('2 documents, all in order.')).toBeTruthy();
  await press('Show the plan');
  await press('Import 1 document');
  expect(startJob).toHaveBeenCalledWith({
    kind: 'import',
    collection: 'meadows',
    mode: 'upsert',
    onConflict: 'overwrite',
    label: 'meadows.ndjson',
    fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await vi.waitFor(() => expect(started).toHaveBeenCalledWith(sampleJob()));
});

test('[R-MIG-05] problems are shown with their lines, and nothing goes in until one says to leave them out', async () => {
  const lines = [1, 2, 3, 4, 5, 6, 7];
  const problems = lines.map((line) => ({ code: 'invalid-json', line, column: 2, message: 'No.' }) as const);
  vi.mocked(checkFile).mockResolvedValue(report({ problems, problemCount: 7, faulty: 7 }));
  await choose();
  expect(await screen.findAllByText(/^Line \d, character 2$/)).toHaveLength(5);
  await userEvent.click(screen.getByText('2 more'));
  expect(await screen.findByText('Line 7, character 2')).toBeTruthy();
  const plan = screen.getByRole('button', { name: 'Show the plan' }) as HTMLButtonElement;
  expect(plan.disabled).toBe(true);
  await userEvent.click(screen.getByLabelText(/^Leave 7 faulty parts out/));
  expect(plan.disabled).toBe(false);
});

test('[R-MIG-05] an import that breaks off is ended, so that it is in nobody’s way, and says why and what was kept', async () => {
  vi.mocked(sendImport).mockRejectedValue(new AppError('internal', 'The disk is full.'));
  const ended = sampleJob({ state: 'cancelled' });
  vi.mocked(cancelJob).mockResolvedValue(ended);
  await choose();
  await press('Show the plan');
  await press('Import 1 document');
  expect(await screen.findByText(/^The disk is full. What was sent before is written/)).toBeTruthy();
  expect(cancelJob).toHaveBeenCalledWith(receiving.id);
});

test('[R-MIG-05] an import that loses its connection says what was kept, and waits to go on', async () => {
  const lost = new AppError('unavailable', 'x');
  vi.mocked(sendImport).mockRejectedValue(lost);
  vi.mocked(cancelJob).mockRejectedValue(lost);
  await choose();
  await press('Show the plan');
  await press('Import 1 document');
  expect(await screen.findByText(/did not answer. What was sent before is written/)).toBeTruthy();
  expect(screen.queryByText(/Nothing was changed/)).toBeNull();
  expect(changed).toHaveBeenCalled();
});

test('[R-MIG-05] products of Shopify go where they belong, with what they don’t tell by themselves', async () => {
  vi.mocked(checkFile).mockResolvedValue(report({ format: 'Shopify product CSV' }));
  await choose();
  expect(
    await screen.findByText(/product export of Shopify. It goes into the collection products/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show the plan' })).toBeNull();
  await press('Import into products');
  expect((screen.getByLabelText('Into') as HTMLInputElement).value).toBe('products');
  await userEvent.selectOptions(await screen.findByLabelText(/^Category, where/), 'drones');
  await userEvent.click(screen.getByLabelText(/^Leave them out/));
  const target = { collection: 'products', category: 'drones', unpublished: 'skip' };
  expect(vi.mocked(checkFile).mock.lastCall?.[1]).toEqual(target);
  await press('Show the plan');
  expect(planImport).toHaveBeenCalledWith(expect.objectContaining({ target }), expect.anything());
});

test('[R-MIG-05] a table of the shop’s own products is asked for its category alone', async () => {
  vi.mocked(checkFile).mockResolvedValue(report({ format: 'Product CSV' }));
  await choose('products');
  expect(await screen.findByLabelText(/^Category, where/)).toBeTruthy();
  expect(screen.queryByText(/published in Shopify/)).toBeNull();
});

test('[R-MIG-05] a file that can’t be used says why, and nothing can be done with it', async () => {
  const reason = 'a.json.gz ends too early. Nothing was written.';
  vi.mocked(checkFile).mockRejectedValue(new AppError('data-loss', reason));
  await choose();
  expect((await screen.findByRole('alert')).textContent).toBe(reason);
  expect(screen.queryByRole('button', { name: 'Show the plan' })).toBeNull();
});

test('[R-MIG-05] a file suggests the collection it is called after, where none is chosen', async () => {
  const common = { jobs: [], onChoose: vi.fn(), onChange: changed, choices: AT_FIRST, onStarted: started };
  render(<ImportTask {...common} collections={[]} />);
  const input = screen.getByLabelText('File to import') as HTMLInputElement;
  const into = screen.getByLabelText('Into') as HTMLInputElement;
  await userEvent.upload(input, new File(['{}'], '2026.ndjson'));
  expect(into.value).toBe('');
  await userEvent.upload(input, new File(['{}'], 'meadows.ndjson.gz'));
  expect(into.value).toBe('meadows');
  await userEvent.upload(input, new File(['{}'], 'fields.ndjson'));
  expect(into.value).toBe('meadows');
});

test('[R-MIG-05] a file in which nothing is right says so', async () => {
  const problems = [{ code: 'invalid-json', line: 1, message: 'No.' } as const];
  vi.mocked(checkFile).mockResolvedValue(report({ documents: 0, problems, problemCount: 1, faulty: 1 }));
  await choose();
  expect(await screen.findByText('Nothing in it can be imported as it is: 1 problem.')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
