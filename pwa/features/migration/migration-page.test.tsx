// @vitest-environment happy-dom
import { act, cleanup, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  STAFF,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { bodiesTo, serveCollections } from '../../../tests/support/migration-server.ts';
import { sampleCounts, sampleJob, samplePlan } from '../../../tests/support/sample-jobs.ts';
import { collectSavedFiles } from '../../../tests/support/saved-files.ts';
import { MigrationPage } from './migration-page.tsx';

const field = (path: string, documents = 3) => ({
  path,
  documents,
  types: { text: documents },
  example: '"grass"',
  issue: null,
});

let app: FakeApp;

beforeEach(() => {
  app = createFakeApp({ session: STAFF });
  serveCollections(app, ['fields', 1], ['meadows', 3]);
  serveFields([field('FBUID'), field('name'), field('price', 2), field('cost', 1)]);
  app.respond('GET /admin/jobs', () => ({ jobs: [] }));
  app.respond('POST /admin/plans', () => samplePlan());
  app.respond('POST /admin/jobs', () => sampleJob());
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function serveFields(fields: readonly object[]): void {
  app.respond('GET /admin/collections/meadows/fields', () => ({ documents: 3, fields, isCut: false }));
}

const plans = () => bodiesTo(app, 'POST /admin/plans');
const startedJobs = () => bodiesTo(app, 'POST /admin/jobs');

function show(path = '/migration') {
  renderInApp(app, <MigrationPage />, { path });
}

async function chooseCopy(target = 'fields'): Promise<void> {
  await userEvent.selectOptions(await screen.findByLabelText('From'), 'meadows');
  await userEvent.type(screen.getByLabelText('To'), target);
}

const applyButton = () => screen.findByRole('button', { name: /^Apply to/ });

test('[R-RTE-22] everyone can open the page, but it reads nothing before a staff account signs in', async () => {
  app = createFakeApp();
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Migration');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  act(() => app.session.keep(SIGNED_IN));
  expect(await screen.findByText(/ada@example.com is a customer/)).toBeTruthy();
  expect(app.requests).toEqual([]);
  act(() => app.session.keep(STAFF));
  await waitFor(() => expect(app.requests).not.toEqual([]));
});

test('[R-MIG-01] the source is an existing collection; the target may be a new name, validated while typing', async () => {
  show();
  const from = await screen.findByLabelText('From');
  await within(from).findByRole('option', { name: 'meadows · 3 documents' });
  expect(
    within(from)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a collection', 'fields · 1 document', 'meadows · 3 documents']);
  await chooseCopy('9');
  const to = screen.getByLabelText('To');
  expect(to.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/starts with a letter/)).toBeTruthy();
  const planButton = screen.getByRole('button', { name: 'Show the plan' }) as HTMLButtonElement;
  expect(planButton.disabled).toBe(true);
  await userEvent.clear(to);
  await userEvent.type(to, 'meadows');
  expect(screen.getByText(/This is the collection it comes from/)).toBeTruthy();
  await userEvent.type(to, '-2027');
  expect(to.getAttribute('aria-invalid')).toBeNull();
  expect(planButton.disabled).toBe(false);
});

test('[R-MIG-01] a copy can be limited by conditions, and an invalid condition says why', async () => {
  show();
  await chooseCopy();
  await userEvent.click(screen.getByRole('button', { name: 'Copy only some' }));
  await userEvent.type(screen.getByLabelText('Value'), '10');
  expect(screen.getByText(/"=10" is no condition. Write it like field=value/)).toBeTruthy();
  const plan = screen.getByRole('button', { name: 'Show the plan' }) as HTMLButtonElement;
  expect(plan.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Where the field'), 'a!b');
  await userEvent.selectOptions(screen.getByLabelText('Compared how'), 'is at least');
  await userEvent.click(screen.getByRole('button', { name: 'And where' }));
  await userEvent.click(plan);
  await applyButton();
  expect(plans()).toMatchObject([{ kind: 'copy', where: ['a\\!b>=10'] }]);
  for (const button of screen.getAllByRole('button', { name: 'Remove' }).toReversed())
    await userEvent.click(button);
  expect(screen.getByText('All of them.')).toBeTruthy();
});

test('[R-MIG-06] renames are previewed while typing, and a name collision offers a choice', async () => {
  show('/migration?task=rename');
  await userEvent.selectOptions(await screen.findByLabelText('Collection'), 'meadows');
  const find = await screen.findByLabelText('Find in field names');
  expect(screen.getByText('No name changes.')).toBeTruthy();
  await userEvent.type(find, 'pri');
  await userEvent.type(screen.getByLabelText('Replace with'), 'sli');
  expect(screen.getByText('1 name would change.')).toBeTruthy();
  expect(screen.getByRole('insertion').textContent).toBe('becomes slice');
  await userEvent.clear(find);
  await userEvent.click(screen.getByRole('button', { name: 'Rename price' }));
  await userEvent.type(screen.getByLabelText('New name of price'), 'cost');
  expect(screen.getByText('Also the name of cost')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: /^Keep both/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  await applyButton();
  expect(plans()).toEqual([
    {
      kind: 'rename',
      collection: 'meadows',
      rename: { rules: [{ kind: 'map', from: 'price', to: 'cost' }], onCollision: 'suffix' },
    },
  ]);
});

test('[R-MIG-06] of many fields the first twelve show, or all on demand; a search shows only the changing ones', async () => {
  const many = Array.from({ length: 30 }, (_, index) => field(`part${index}`));
  serveFields(many);
  show('/migration?task=rename');
  await userEvent.selectOptions(await screen.findByLabelText('Collection'), 'meadows');
  const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  const table = await screen.findByRole('table');
  expect(rows()).toEqual(many.slice(0, 12).map(({ path }) => path));
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30 fields' }));
  expect(screen.getByRole('button', { name: 'Show the first 12 alone' })).toBeTruthy();
  expect(rows()).toHaveLength(30);
  await userEvent.type(screen.getByLabelText('Find in field names'), 'part2');
  await userEvent.type(screen.getByLabelText('Replace with'), 'piece');
  expect(rows()).toHaveLength(11);
  expect(within(table).getAllByRole('insertion')).toHaveLength(11);
  await userEvent.click(screen.getByLabelText('Only what changes'));
  expect(rows()).toHaveLength(30);
  await userEvent.click(screen.getByRole('button', { name: 'Rename part7' }));
  await userEvent.type(screen.getByLabelText('New name of part7'), 'x');
  await userEvent.click(screen.getByLabelText('Only what changes'));
  await userEvent.type(screen.getByLabelText('New name of part7'), '{Backspace}');
  expect(rows()).toHaveLength(12);
});

test('[R-MIG-06] an invalid regular expression is marked at its field and blocks the plan', async () => {
  show('/migration?task=rename');
  await userEvent.selectOptions(await screen.findByLabelText('Collection'), 'meadows');
  await userEvent.click(await screen.findByLabelText('Regular expression'));
  await userEvent.type(screen.getByLabelText('Find in field names'), 'pri(');
  expect(screen.getByLabelText('Find in field names').getAttribute('aria-invalid')).toBe('true');
  expect((screen.getByRole('button', { name: 'Show the plan' }) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Rename FBUID' })).toBeNull();
});

test('[R-MIG-03] Apply runs exactly the shown plan; its job is followed to the end and can be undone', async () => {
  const running = sampleJob({ state: 'running', position: 1, endedAt: null });
  app.respond('POST /admin/jobs', () => running);
  app.respond('GET /admin/jobs/job-1', () => sampleJob());
  show();
  await chooseCopy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  const happens = within(await screen.findByRole('list', { name: 'What would happen' }));
  expect(happens.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 to create',
    '1 the same already',
  ]);
  await userEvent.click(await applyButton());
  const spec = { kind: 'copy', source: 'meadows', target: 'fields', mode: 'upsert' };
  expect(await screen.findByText('1 of 3 documents')).toBeTruthy();
  expect(startedJobs()).toEqual([{ spec: expect.objectContaining(spec), planHash: 'hash-1' }]);
  expect(await screen.findByText(/^Everything is written/, {}, { timeout: 10_000 })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Undo this job?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(startedJobs().slice(1)).toEqual([{ spec: { kind: 'undo', job: 'job-1' } }]));
});

test('[R-MIG-03] a changed setting discards the plan, and an outdated plan writes nothing', async () => {
  app.respond('POST /admin/jobs', () => toErrorResponse(new AppError('aborted', 'out of date')));
  show();
  await chooseCopy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  await applyButton();
  await userEvent.click(screen.getByRole('radio', { name: /^Add and lay over/ }));
  expect(screen.queryByRole('button', { name: /^Apply to/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Make the plan again' }));
  await userEvent.click(await applyButton());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('nothing was written');
  expect(screen.queryByRole('button', { name: /^Apply to/ })).toBeNull();
  await userEvent.click(within(alert).getByRole('button', { name: 'Make the plan again' }));
  expect(await applyButton()).toBeTruthy();
  expect(plans()).toHaveLength(3);
});

test('[R-MIG-03] problem documents are listed, can be saved as a file, and are left out only on request', async () => {
  const problem = { id: 'm1', code: 'collision', path: 'price', message: 'Taken.' };
  const counts = sampleCounts({ create: 2, reject: 1 });
  app.respond('POST /admin/plans', () => samplePlan({ counts, problems: [problem], problemCount: 1 }));
  const saved = collectSavedFiles();
  show();
  await chooseCopy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  expect(await screen.findByText('price: Taken. (collision)')).toBeTruthy();
  expect(((await applyButton()) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Save the list as a file' }));
  expect(saved).toEqual([
    { name: 'plan-problems.ndjson', blob: expect.objectContaining({ type: 'application/x-ndjson' }) },
  ]);
  expect(await saved[0]?.blob.text()).toBe(`${JSON.stringify(problem)}\n`);
  await userEvent.click(screen.getByLabelText('Leave 1 document out and do the rest'));
  await userEvent.click(await applyButton());
  await waitFor(() =>
    expect(startedJobs()).toEqual([{ spec: expect.anything(), planHash: 'hash-1', continue: true }]),
  );
});

test('[R-MIG-03] replacing a whole collection asks the user to type its name', async () => {
  show();
  await chooseCopy();
  await userEvent.click(screen.getByRole('radio', { name: /^Make it the same/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  await userEvent.click(await applyButton());
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Type fields to go on'), 'field{Enter}');
  expect(dialog.getByText(/This is not fields/)).toBeTruthy();
  expect(startedJobs()).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Type fields to go on'), 's{Enter}');
  const spec = expect.objectContaining({ mode: 'replace-all' });
  await waitFor(() => expect(startedJobs()).toEqual([{ spec, planHash: 'hash-1' }]));
});

test('[R-MIG-02] offline, the page says what is still possible and keeps the settings', async () => {
  show();
  await chooseCopy();
  act(() => app.connection.setOnline(false));
  expect(screen.getByText(/^You're offline. Migration needs a connection/)).toBeTruthy();
  expect(screen.getByText(/The plan is made on the server/)).toBeTruthy();
  expect((screen.getByLabelText('From') as HTMLSelectElement).value).toBe('meadows');
  const sent = app.requests.length;
  cleanup();
  show();
  expect(await screen.findByText(/The plan is made on the server/)).toBeTruthy();
  expect(app.requests).toHaveLength(sent);
});
