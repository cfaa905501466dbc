// @vitest-environment happy-dom
import { cleanup, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { collectSavedFiles } from '../../../tests/support/saved-files.ts';
import { RejectedChangeCard } from './rejected-change-card.tsx';

let app: FakeApp;

const refused: RejectedChange = {
  id: 'rejected-1',
  collection: 'contacts',
  documentId: 'b',
  kind: 'rejected',
  code: 'invalid-argument',
  message: 'An address has one @.',
  path: 'contactEmail',
  content: {
    FBUID: 'b',
    contactName: 'Mara Quill',
    contactEmail: 'mara@@example',
    contactPhone: '',
    contactCompany: '',
    contactMessage: 'How far?',
  },
  at: '2026-11-21T12:15:00+11:00',
};

const product = {
  ...sampleProduct(),
  productPrices: [{ value: '100.00', label: 'AUD', description: 'price_1' }],
};
const refusedProduct: RejectedChange = {
  ...refused,
  collection: 'products',
  path: 'productPrices[0].value',
  content: product,
};

async function show(rejectedChange: RejectedChange) {
  const { collection, ...rest } = rejectedChange;
  await app.reject({ ...rest, collectionName: collection } as Parameters<FakeApp['reject']>[0]);
  renderInApp(app, <RejectedChangeCard rejectedChange={rejectedChange} />);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const whenSettled = () => waitFor(async () => expect(await app.rejectedChanges()).toEqual([]));

beforeEach(() => {
  app = createFakeApp();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[RJ3] a rejected change offers edit and resend, copy, export and discard', async () => {
  await show(refused);
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual(['Edit and resend', 'Copy', 'Export', 'Discard']);
});

test.each(['rejected', 'conflict'] as const)(
  '[RJ3] [PY7] a step of an order (%s) can only be taken again on its order, which is linked',
  async (kind) => {
    const content = { orderState: { mine: 'paid', theirs: 'sent' } };
    await show({ ...refused, collection: 'orders', kind, content });
    expect(screen.getByRole('link', { name: 'Open the order' }).getAttribute('href')).toBe('/admin/orders/b');
    const names = screen.getAllByRole('button').map((button) => button.textContent);
    expect(names).toEqual(['Copy', 'Export', 'Discard']);
    expect(screen.queryAllByRole('radio')).toEqual([]);
    screen.getByText(/your step was not taken/i);
  },
);

test('[RJ3] Export saves a file the command line can import; Copy copies readable text', async () => {
  const user = userEvent.setup();
  const saved = collectSavedFiles();
  await show(refused);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(saved.map(({ name }) => name)).toEqual(['contacts-b.json']);
  expect(JSON.parse((await saved[0]?.blob.text()) ?? '')).toEqual([refused.content]);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toContain(
    'Contact name: Mara Quill\nContact email: mara@@example',
  );
});

test('[RJ3] Discard asks for confirmation, with the focus on Cancel', async () => {
  await show(refused);
  await press('Discard');
  const dialog = within(screen.getByRole('dialog', { name: 'Discard this?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await app.rejectedChanges()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  await whenSettled();
  expect(await app.read('contacts')).toEqual([]);
});

test('[R-SYN-02] the reason appears at its field, also inside a list, and the field can be corrected', async () => {
  await show(refusedProduct);
  expect(screen.getByText('An address has one @.')).toBeTruthy();
  await press('Edit and resend');
  const value = screen.getByLabelText('Value');
  expect(value.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(value);
  await userEvent.type(value, '120.00');
  await press('Resend');
  await whenSettled();
  expect(await app.read('products')).toMatchObject([
    { FBUID: 'b', productPrices: [{ value: '120.00', label: 'AUD', description: 'price_1' }] },
  ]);
});

test('[RJ3] content that fails local validation is not sent, and the first invalid field gets the focus', async () => {
  await show(refused);
  await press('Edit and resend');
  await userEvent.clear(screen.getByLabelText('Contact name'));
  await press('Resend');
  expect(await app.read('contacts')).toEqual([]);
  expect(await app.rejectedChanges()).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByLabelText('Contact name'));
  expect(screen.getByRole('alert').textContent).toContain('nothing is lost');
});

test('[RJ3] unsent edits survive a reload', async () => {
  await show(refused);
  await press('Edit and resend');
  await userEvent.type(screen.getByLabelText('Contact message'), ' And for how long?');
  cleanup();
  await show(refused);
  await press('Edit and resend');
  expect((screen.getByLabelText('Contact message') as HTMLInputElement).value).toBe(
    'How far? And for how long?',
  );
});

const CONFLICT: RejectedChange = {
  ...refused,
  kind: 'conflict',
  content: {
    contactPhone: { mine: '1', theirs: '2' },
    contactName: { mine: 'Mara', theirs: 'M. Quill' },
  },
};
const pullTheirs = () =>
  app.pull('contacts', [{ ...refused.content, FBUID: 'b', contactName: 'M. Quill', contactPhone: '2' }]);
const choose = (group: string, side: RegExp) =>
  userEvent.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name: side }));

test('[CF1] a conflict is named after its document, shows both values of each field, and preselects neither', async () => {
  await pullTheirs();
  await show(CONFLICT);
  await screen.findByRole('heading', { name: 'Enquiry · M. Quill' });
  const choices = screen.getAllByRole<HTMLInputElement>('radio');
  expect(choices.map(({ checked, required }) => [checked, required])).toEqual(
    Array.from({ length: 4 }, () => [false, true]),
  );
  await choose('Contact phone', /^Yours/);
  await choose('Contact name', /^Theirs/);
  await press('Save');
  await whenSettled();
  expect(await app.read('contacts')).toMatchObject([
    { FBUID: 'b', contactPhone: '1', contactName: 'M. Quill' },
  ]);
});

test('[CF1] choosing theirs everywhere asks before the own version is deleted', async () => {
  await pullTheirs();
  await show(CONFLICT);
  await choose('Contact phone', /^Theirs/);
  await choose('Contact name', /^Theirs/);
  await press('Save');
  const dialog = within(screen.getByRole('dialog', { name: 'Discard your version?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await app.rejectedChanges()).toHaveLength(1);
  await press('Save');
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  await whenSettled();
  expect(await app.read('contacts')).toMatchObject([{ contactPhone: '2', contactName: 'M. Quill' }]);
});

test('[CF3] a change to a document deleted elsewhere says so and can be resent', async () => {
  await show({ ...refused, kind: 'deleted-there', path: '' });
  expect(screen.getByText(/deleted on another device/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Edit and resend' })).toBeTruthy();
});

test('[RJ1] a refusal for a field that is not shown says why, too', async () => {
  const message = 'This order is dated 2027-02-15, which can’t be right. Check the date of this device.';
  await show({ ...refused, path: 'createdAt', message });
  expect(screen.getByText((text) => text.includes(message))).toBeTruthy();
});
