// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import type { ImportReport, Plan } from '#shared/migration/plan.ts';
import { deleteUpload } from '#pwa/data/migration/upload-file.ts';
import {
  createFakeApp,
  renderInApp,
  STAFF,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { holdUploads, reset, uploads, type Upload } from '../../../tests/support/fake-tus.ts';
import { bodiesTo } from '../../../tests/support/migration-server.ts';
import { sampleCounts, sampleJob, samplePlan } from '../../../tests/support/sample-jobs.ts';
import { AT_FIRST } from './choices.ts';
import { ImportTask } from './import-task.tsx';

vi.mock('tus-js-client', () => import('../../../tests/support/fake-tus.ts'));

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
const never = () => new Promise(() => undefined);

const started = vi.fn();
const input = () => screen.getByLabelText('File to import') as HTMLInputElement;
const into = () => screen.getByLabelText('Into') as HTMLInputElement;
const pick = (name: string) => userEvent.upload(input(), new File(['{}'], name));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
let app: FakeApp;

beforeEach(() => {
  started.mockReset();
  reset();
  app = createFakeApp({ session: STAFF });
  for (const id of ['u1', 'u2', 'u3']) {
    app.respond(`GET /admin/uploads/${id}/progress`, () => ({ bytes: 2, totalBytes: 2, check: null }));
    app.respond(`DELETE /admin/uploads/${id}`, () => new Response(null, { status: 204 }));
  }
  servePlans(readable());
  app.respond('POST /admin/jobs', () => sampleJob());
});
afterEach(cleanup);

/** Responds to plan requests with these in turn; the last one repeats. */
function servePlans(...next: readonly (Plan | AppError)[]): void {
  let index = 0;
  app.respond('POST /admin/plans', () => {
    const plan = next[Math.min(index++, next.length - 1)];
    return plan instanceof AppError ? toErrorResponse(plan) : plan;
  });
}

const plans = () => bodiesTo(app, 'POST /admin/plans');
const lastSpec = () => plans().at(-1);
const deletions = () =>
  app.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1));

/** Resolves once this upload has started. */
async function uploadOf(index: number): Promise<Upload> {
  return waitFor(() => {
    const upload = uploads[index];
    if (!upload) throw new Error(`There is no upload ${index}.`);
    return upload;
  });
}

function show() {
  const props = { collections: [], choices: AT_FIRST, onChoose: () => undefined };
  const { unmount } = renderInApp(app, <ImportTask {...props} onStarted={started} />);
  return { leave: unmount };
}

async function choose(name = 'meadows.ndjson') {
  const shown = show();
  await pick(name);
  return shown;
}

test('[R-MIG-05] a file is uploaded, the server’s plan shows automatically, and exactly that plan is applied', async () => {
  servePlans(
    readable({ notices: ['2 documents: id became FBUID.'], leftOut: [{ name: 'Vendor', count: 12 }] }),
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
  await waitFor(() => expect(started).toHaveBeenCalledWith(sampleJob()));
  expect(plans()).toEqual([spec]);
  expect(bodiesTo(app, 'POST /admin/jobs')).toEqual([{ spec, planHash: 'hash-1' }]);
});

test('[R-MIG-05] changed settings request a new plan for the same upload', async () => {
  await choose();
  await screen.findByText(/all in order/);
  await userEvent.type(screen.getByLabelText(/^Field with the id/), 'sku');
  await userEvent.click(screen.getByRole('radio', { name: /^Add new ones only/ }));
  await waitFor(() =>
    expect(lastSpec()).toMatchObject({ upload: 'u1', idField: 'sku', mode: 'insert', onConflict: 'skip' }),
  );
  expect(await screen.findByText(/all in order/)).toBeTruthy();
  expect(uploads).toHaveLength(1);
});

test('[R-MIG-05] the progress of uploading and reading is shown', async () => {
  holdUploads();
  app.respond('POST /admin/plans', never);
  const check = { documents: 1200, bytes: 30, totalBytes: 40 };
  app.respond('GET /admin/uploads/u1/progress', () => ({ bytes: 2, totalBytes: 2, check }));
  await choose();
  const upload = await uploadOf(0);
  act(() => upload.progress(1));
  expect(screen.getByText('50 % of 2 bytes')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Sending meadows.ndjson' })).toBeTruthy();
  upload.finish();
  expect(await screen.findByText('1,200 documents, 75 %')).toBeTruthy();
});

test('[R-MIG-05] Cancel stops the upload and the plan immediately', async () => {
  holdUploads();
  let planned: AbortSignal | undefined;
  app.respond('POST /admin/plans', (_request, signal) => {
    planned = signal;
    return never();
  });
  await choose();
  const first = await uploadOf(0);
  await press('Cancel');
  expect(first.isRemoved).toBe(true);
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy();
  await pick('fields.ndjson');
  (await uploadOf(1)).finish();
  await waitFor(() => expect(planned).toBeDefined());
  await press('Cancel');
  expect(planned?.aborted).toBe(true);
  servePlans(readable());
  await press('Show the plan');
  expect(await screen.findByText(/all in order/)).toBeTruthy();
  expect(uploads).toHaveLength(2);
});

test('[R-MIG-05] an interrupted upload keeps what has arrived, and resumes on retry or when back online', async () => {
  holdUploads();
  await choose();
  const upload = await uploadOf(0);
  act(() => upload.progress(1));
  upload.cut();
  expect(await screen.findByText(/can’t be sent now: .* 50 % of it have arrived and are kept/)).toBeTruthy();
  await press('Try again');
  expect(upload.starts).toBe(2);
  act(() => app.connection.setOnline(false));
  expect(screen.getByText(/can’t be sent now/)).toBeTruthy();
  upload.cut();
  await screen.findByRole('button', { name: 'Try again' });
  act(() => app.connection.setOnline(true));
  expect(upload.starts).toBe(3);
  expect(screen.getByRole('progressbar', { name: 'Sending meadows.ndjson' })).toBeTruthy();
  expect(uploads).toHaveLength(1);
});

test('[R-MIG-05] a file above the server’s limit shows the limit', async () => {
  const message = 'The file is larger than 2 GiB, the limit of this server. Split the file.';
  holdUploads();
  await choose();
  const upload = await uploadOf(0);
  await upload.refuse(toErrorResponse(new AppError('resource-exhausted', message, { status: 413 })));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(plans()).toEqual([]);
});

test('[R-MIG-05] an unused upload is deleted when another file is chosen or the user leaves', async () => {
  const { leave } = await choose();
  await screen.findByText(/all in order/);
  await pick('fields.ndjson');
  await waitFor(() => expect(deletions()).toEqual(['u1']));
  await waitFor(() => expect(lastSpec()).toMatchObject({ upload: 'u2' }));
  await screen.findByText(/all in order/);
  leave();
  await waitFor(() => expect(deletions()).toEqual(['u1', 'u2']));
});

test('[R-MIG-05] a job’s upload is kept, even if the response to its start is lost', async () => {
  app.respond('POST /admin/jobs', () => Promise.reject(new TypeError('Failed to fetch')));
  const { leave } = await choose();
  await press('Import 2 documents');
  expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
  leave();
  // A deletion of the job's upload would come before this one.
  await deleteUpload(app, 'u2');
  expect(deletions()).toEqual(['u2']);
});

test('[R-MIG-05] problems show with their positions, first twenty, then all, and block the import until left out', async () => {
  servePlans(faulty(Array.from({ length: 25 }, (_, index) => index + 1)));
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

test('[R-MIG-05] a file without a valid document says so', async () => {
  servePlans(faulty([1], 0));
  await choose();
  expect(await screen.findByText(/nothing in it can be imported as it is, with 1 problem/)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

test('[R-MIG-05] an unreadable file says why and offers no further action', async () => {
  servePlans(refused('invalid-gzip'));
  await choose();
  expect((await screen.findByRole('alert')).textContent).toBe('It can’t be read.');
  expect(screen.queryByRole('button', { name: /plan|Import/ })).toBeNull();
});

test('[R-MIG-05] a Shopify export goes into products, and the form asks for the missing settings', async () => {
  const problem = { id: 'kite', message: 'No.', line: 2 };
  servePlans(
    refused('shopify-collection'),
    samplePlan({
      problems: [
        { ...problem, code: 'unknown-category', path: 'productCategory' },
        { ...problem, code: 'unpublished', path: 'Published' },
      ],
      problemCount: 2,
      counts: sampleCounts({ reject: 1 }),
      import: report({ format: 'Shopify product CSV' }),
    }),
    readable(),
  );
  await choose('shop.csv');
  await press('Import into products');
  expect(into().value).toBe('products');
  await userEvent.selectOptions(await screen.findByLabelText(/^Category, where/), 'drones');
  await userEvent.click(screen.getByLabelText(/^Leave them out/));
  const asked = { collection: 'products', category: 'drones', unpublished: 'skip' };
  await waitFor(() => expect(lastSpec()).toMatchObject(asked));
  await screen.findByText(/all in order/);
  await userEvent.selectOptions(screen.getByLabelText(/^Category, where/), '');
  expect(screen.getByLabelText(/^Category, where/)).toBeTruthy();
});

test('[R-MIG-05] table cells can be read as typed values', async () => {
  servePlans(readable({ format: 'CSV, packed' }));
  await choose('diamonds.csv.gz');
  await userEvent.click(await screen.findByLabelText(/^As values/));
  await waitFor(() => expect(lastSpec()).toMatchObject({ types: 'detect' }));
});

test('[R-MIG-05] documents nested in one object are read from the path the server suggests', async () => {
  servePlans(refused('wrapped-documents', 'rows[].doc'), readable());
  await choose('couch.json');
  await press('Read the documents in rows[].doc');
  await waitFor(() => expect(lastSpec()).toMatchObject({ documents: 'rows[].doc' }));
  expect(await screen.findByText(/all in order/)).toBeTruthy();
  expect((screen.getByLabelText('Where the documents are') as HTMLInputElement).value).toBe('rows[].doc');
  await pick('other.json');
  await waitFor(() => expect(lastSpec()).not.toHaveProperty('documents'));
});

test('[R-MIG-05] the format of an unrecognised file can be chosen', async () => {
  servePlans(refused('unknown-format'), readable());
  await choose('notes.json');
  await userEvent.selectOptions(await screen.findByLabelText('What the file is'), 'csv');
  await waitFor(() => expect(lastSpec()).toMatchObject({ format: 'csv' }));
  expect(await screen.findByText(/all in order/)).toBeTruthy();
});

test('[R-MIG-05] the file name suggests the collection, unless one is chosen', async () => {
  show();
  await pick('2026.ndjson');
  expect(into().value).toBe('');
  expect(await screen.findByText(/^Choose a collection; what is found/)).toBeTruthy();
  await pick('meadows.ndjson.gz');
  expect(into().value).toBe('meadows');
  await pick('fields.ndjson');
  expect(into().value).toBe('meadows');
});
