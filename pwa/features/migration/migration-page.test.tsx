// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  fetchCollectionNames,
  fetchCollections,
  fetchFields,
  fetchJob,
  fetchJobs,
  makePlan,
  startJob,
} from '#pwa/data/migration/admin-calls.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { MigrationPage } from './migration-page.tsx';
import { sampleCounts, sampleJob, samplePlan } from '../../../tests/support/sample-jobs.ts';

const world = vi.hoisted(() => ({
  isOnline: true,
  session: { status: 'signed-in', isStaff: true } as object,
}));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn(), logNotice: vi.fn() }));
vi.mock('#pwa/data/session/use-session.ts', () => ({ useSession: () => world.session }));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({ useConnection: () => ({ isOnline: world.isOnline }) }));
vi.mock('#pwa/data/migration/admin-calls.ts', () => ({
  fetchCollectionNames: vi.fn(),
  fetchCollections: vi.fn(),
  fetchFields: vi.fn(),
  makePlan: vi.fn(),
  startJob: vi.fn(),
  fetchJobs: vi.fn(),
  fetchJob: vi.fn(),
  cancelJob: vi.fn(),
  resumeJob: vi.fn(),
}));
vi.mock('#pwa/ui/save-file.ts', () => ({ saveFile: vi.fn(), saveBlob: vi.fn() }));

const summary = (name: string, documents: number) => ({
  name,
  documents,
  deleted: 0,
  history: 0,
  bytes: 0,
  lastChange: null,
});
const field = (path: string, documents = 3) => ({
  path,
  documents,
  types: { text: documents },
  example: '"grass"',
  issue: null,
});

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(world, { isOnline: true, session: { status: 'signed-in', isStaff: true } });
  vi.mocked(fetchCollectionNames).mockResolvedValue([
    { name: 'fields', isEmpty: false },
    { name: 'meadows', isEmpty: false },
  ]);
  vi.mocked(fetchCollections).mockResolvedValue([summary('fields', 1), summary('meadows', 3)]);
  vi.mocked(fetchFields).mockResolvedValue({
    documents: 3,
    fields: [field('FBUID'), field('name'), field('price', 2), field('cost', 1)],
    isCut: false,
  });
  vi.mocked(fetchJobs).mockResolvedValue([]);
  vi.mocked(makePlan).mockResolvedValue(samplePlan());
  vi.mocked(startJob).mockResolvedValue(sampleJob());
});
afterEach(cleanup);

function show(path = '/migration') {
  render(<MigrationPage />, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>,
  });
}

async function chooseCopy(target = 'fields'): Promise<void> {
  await userEvent.selectOptions(await screen.findByLabelText('From'), 'meadows');
  await userEvent.type(screen.getByLabelText('To'), target);
}

const applyButton = () => screen.findByRole('button', { name: /^Apply to/ });

test('[R-RTE-22] the page shows to everybody, explains itself, and asks for a staff account before it reads anything', async () => {
  world.session = { status: 'signed-out', isStaff: false };
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Migration');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(fetchCollectionNames).not.toHaveBeenCalled();
  expect(fetchCollections).not.toHaveBeenCalled();
  cleanup();
  const account = { id: 'ada', email: 'ada@example.com', name: 'Ada' };
  world.session = { status: 'signed-in', isStaff: false, account };
  show();
  expect(screen.getByText(/ada@example.com is a customer/)).toBeTruthy();
});

test('[R-MIG-01] a source is one of the collections there are, a target also a new name, which is checked as one types', async () => {
  show();
  const from = await screen.findByLabelText('From');
  expect(
    within(from)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a collection', 'fields · 1 document', 'meadows · 3 documents']);
  await chooseCopy('9');
  const to = screen.getByLabelText('To');
  expect(to.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/starts with a letter/)).toBeTruthy();
  const show1 = screen.getByRole('button', { name: 'Show the plan' }) as HTMLButtonElement;
  expect(show1.disabled).toBe(true);
  await userEvent.clear(to);
  await userEvent.type(to, 'meadows');
  expect(screen.getByText(/This is the collection it comes from/)).toBeTruthy();
  await userEvent.type(to, '-2027');
  expect(to.getAttribute('aria-invalid')).toBeNull();
  expect(show1.disabled).toBe(false);
});

test('[R-MIG-01] only documents that meet the conditions are copied, and one that is not understood says why', async () => {
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
  expect(vi.mocked(makePlan).mock.calls[0]?.[0]).toMatchObject({ kind: 'copy', where: ['a\\!b>=10'] });
  for (const button of screen.getAllByRole('button', { name: 'Remove' }).toReversed())
    await userEvent.click(button);
  expect(screen.getByText('All of them.')).toBeTruthy();
});

test('[R-MIG-06] names change as one types, and one that is taken is told of with the choice what to do', async () => {
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
  expect(vi.mocked(makePlan).mock.calls[0]?.[0]).toEqual({
    kind: 'rename',
    collection: 'meadows',
    rename: { rules: [{ kind: 'map', from: 'price', to: 'cost' }], onCollision: 'suffix' },
  });
});

test('[R-MIG-06] of many fields the first dozen show, all when asked for, and what changes alone once something is looked for', async () => {
  const many = Array.from({ length: 30 }, (_, index) => field(`part${index}`));
  vi.mocked(fetchFields).mockResolvedValue({ documents: 3, fields: many, isCut: false });
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

test('[R-MIG-06] an expression that can’t be understood says so at its field, and no plan is made of it', async () => {
  show('/migration?task=rename');
  await userEvent.selectOptions(await screen.findByLabelText('Collection'), 'meadows');
  await userEvent.click(await screen.findByLabelText('Regular expression'));
  await userEvent.type(screen.getByLabelText('Find in field names'), 'pri(');
  expect(screen.getByLabelText('Find in field names').getAttribute('aria-invalid')).toBe('true');
  expect((screen.getByRole('button', { name: 'Show the plan' }) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Rename FBUID' })).toBeNull();
});

test('[R-MIG-03] what is applied is exactly the plan that was shown, and its job is followed to its end and undone', async () => {
  const running = sampleJob({ state: 'running', position: 1, endedAt: null });
  vi.mocked(startJob).mockResolvedValue(running);
  vi.mocked(fetchJob).mockResolvedValue(sampleJob());
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
  expect(startJob).toHaveBeenCalledWith(expect.objectContaining(spec), { planHash: 'hash-1' });
  expect(await screen.findByText('1 of 3 documents')).toBeTruthy();
  expect(await screen.findByText(/^Everything is written/, {}, { timeout: 10_000 })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Undo this job?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  expect(startJob).toHaveBeenLastCalledWith({ kind: 'undo', job: 'job-1' });
});

test('[R-MIG-03] a plan is put away when something is chosen otherwise, and a plan out of date writes nothing', async () => {
  vi.mocked(startJob).mockRejectedValue(new AppError('aborted', 'out of date'));
  show();
  await chooseCopy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  await applyButton();
  await userEvent.click(screen.getByRole('radio', { name: /^Add and lay over/ }));
  expect(screen.queryByRole('button', { name: /^Apply to/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Make the plan again' }));
  await userEvent.click(await applyButton());
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('nothing was written');
  expect(screen.queryByRole('button', { name: /^Apply to/ })).toBeNull();
  await userEvent.click(within(told).getByRole('button', { name: 'Make the plan again' }));
  expect(await applyButton()).toBeTruthy();
  expect(makePlan).toHaveBeenCalledTimes(3);
});

test('[R-MIG-03] documents in the way are listed, can be saved as a file, and stay out only when one says so', async () => {
  const problem = { id: 'm1', code: 'collision', path: 'price', message: 'Taken.' };
  vi.mocked(makePlan).mockResolvedValue(
    samplePlan({
      counts: sampleCounts({ create: 2, reject: 1 }),
      problems: [problem],
      problemCount: 1,
    }),
  );
  show();
  await chooseCopy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  expect(await screen.findByText('price: Taken. (collision)')).toBeTruthy();
  expect(((await applyButton()) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Save the list as a file' }));
  expect(saveFile).toHaveBeenCalledWith(
    'plan-problems.ndjson',
    `${JSON.stringify(problem)}\n`,
    'application/x-ndjson',
  );
  await userEvent.click(screen.getByLabelText('Leave 1 document out and do the rest'));
  await userEvent.click(await applyButton());
  expect(startJob).toHaveBeenCalledWith(expect.anything(), { planHash: 'hash-1', continue: true });
});

test('[R-MIG-03] making a collection the same as another asks for its name', async () => {
  show();
  await chooseCopy();
  await userEvent.click(screen.getByRole('radio', { name: /^Make it the same/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  await userEvent.click(await applyButton());
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Type fields to go on'), 'field{Enter}');
  expect(dialog.getByText(/This is not fields/)).toBeTruthy();
  expect(startJob).not.toHaveBeenCalled();
  await userEvent.type(dialog.getByLabelText('Type fields to go on'), 's{Enter}');
  expect(startJob).toHaveBeenCalledWith(expect.objectContaining({ mode: 'replace-all' }), {
    planHash: 'hash-1',
  });
});

test('[R-MIG-02] without a connection it says what stays possible, and what was chosen stays', async () => {
  show();
  await chooseCopy();
  cleanup();
  world.isOnline = false;
  show();
  expect(screen.getByText(/Migration needs a connection/)).toBeTruthy();
  expect(screen.getByText(/The plan is made on the server/)).toBeTruthy();
  expect(fetchCollections).toHaveBeenCalledTimes(1);
});
