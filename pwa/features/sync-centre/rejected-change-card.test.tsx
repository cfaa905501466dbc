// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  discardRejectedChange,
  resendRejectedChange,
  resolveConflict,
} from '#pwa/data/queries/rejected-changes.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { RejectedChangeCard } from './rejected-change-card.tsx';

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/ui/save-file.ts', () => ({ saveFile: vi.fn() }));
vi.mock('#pwa/data/queries/rejected-changes.ts', () => ({
  discardRejectedChange: vi.fn(async () => undefined),
  resendRejectedChange: vi.fn(async () => undefined),
  resolveConflict: vi.fn(async () => undefined),
}));

const refused: RejectedChange = {
  id: 'draft-1',
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

const show = (rejectedChange: RejectedChange) =>
  render(<RejectedChangeCard rejectedChange={rejectedChange} />);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
});
afterEach(cleanup);

test('[RJ3] a rejected change offers edit and resend, copy, export and discard', () => {
  show(refused);
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual(['Edit and resend', 'Copy', 'Export', 'Discard']);
});

test('[RJ3] an export is a file the command line imports, a copy is text to be read', async () => {
  const user = userEvent.setup();
  show(refused);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const [name, text] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toBe('contacts-b.json');
  expect(JSON.parse(text ?? '')).toEqual([refused.content]);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toContain(
    'Contact name: Mara Quill\nContact email: mara@@example',
  );
});

test('[RJ3] discarding asks first, and starts on Cancel', async () => {
  show(refused);
  await press('Discard');
  const dialog = within(screen.getByRole('dialog', { name: 'Discard this?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  expect(discardRejectedChange).toHaveBeenCalledWith('draft-1');
});

test('[R-SYN-02] the reason stands beside its field, in a list too, and the entry is open to be put right', async () => {
  show(refusedProduct);
  expect(screen.getByText('An address has one @.')).toBeTruthy();
  await press('Edit and resend');
  const value = screen.getByLabelText('Value');
  expect(value.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(value);
  await userEvent.type(value, '120.00');
  await press('Resend');
  expect(resendRejectedChange).toHaveBeenCalledWith(
    'draft-1',
    expect.objectContaining({ productPrices: [{ value: '120.00', label: 'AUD', description: 'price_1' }] }),
  );
});

test('[RJ3] what the collection’s own rules refuse is not sent, and the first bad field is focused', async () => {
  show(refused);
  await press('Edit and resend');
  await userEvent.clear(screen.getByLabelText('Contact name'));
  await press('Resend');
  expect(resendRejectedChange).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByLabelText('Contact name'));
  expect(screen.getByRole('alert').textContent).toContain('nothing is lost');
});

test('[RJ3] edits that are not sent yet survive a reload', async () => {
  show(refused);
  await press('Edit and resend');
  await userEvent.type(screen.getByLabelText('Contact message'), ' And for how long?');
  cleanup();
  show(refused);
  await press('Edit and resend');
  expect((screen.getByLabelText('Contact message') as HTMLInputElement).value).toBe(
    'How far? And for how long?',
  );
});

test('[CF1] of a conflict both values stand side by side, theirs chosen, and each field is decided alone', async () => {
  const content = {
    contactPhone: { mine: '1', theirs: '2' },
    contactName: { mine: 'Mara', theirs: 'M. Quill' },
  };
  show({ ...refused, kind: 'conflict', content });
  const phone = within(screen.getByRole('group', { name: 'Contact phone' }));
  expect(phone.getByRole<HTMLInputElement>('radio', { name: /^Theirs/ }).checked).toBe(true);
  await userEvent.click(phone.getByRole('radio', { name: /^Yours/ }));
  await press('Save');
  expect(resolveConflict).toHaveBeenCalledWith('draft-1', { contactPhone: 'mine', contactName: 'theirs' });
});

test('[CF3] what was deleted elsewhere meanwhile is said, and can be sent again', () => {
  show({ ...refused, kind: 'deleted-there', path: '' });
  expect(screen.getByText(/deleted elsewhere meanwhile/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Edit and resend' })).toBeTruthy();
});
