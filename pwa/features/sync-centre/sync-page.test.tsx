// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardDraft, resendDraft } from '#pwa/data/drafts.ts';
import { SyncPage } from './sync-page.tsx';

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/drafts.ts', () => ({
  discardDraft: vi.fn(async () => undefined),
  resendDraft: vi.fn(async () => undefined),
}));
vi.mock('#pwa/data/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: false, waiting: 1, isSending: false }),
}));
vi.mock('#pwa/data/use-outbox.ts', () => ({
  useOutbox: () => [
    {
      collection: 'contacts',
      documentId: 'a',
      label: 'Enquiry',
      at: '2026-11-21T12:15:00+11:00',
      isSending: false,
    },
  ],
}));
vi.mock('#pwa/data/use-drafts.ts', () => {
  const draft = {
    id: 'draft-1',
    collection: 'contacts',
    documentId: 'b',
    code: 'invalid-argument',
    message: 'The address is too long.',
    path: 'contactEmail',
    content: {
      FBUID: 'b',
      contactName: 'Mara',
      contactEmail: 'mara@@example',
      contactPhone: '',
      contactCompany: '',
      contactMessage: 'How far?',
    },
    at: '2026-11-21T12:15:00+11:00',
    kind: 'rejected',
  };
  return { useDrafts: () => [draft] };
});

beforeEach(() => {
  vi.clearAllMocks();
  render(
    <MemoryRouter>
      <SyncPage />
    </MemoryRouter>,
  );
});
afterEach(cleanup);

test('[R-SYN-01] a write that waits is listed as saved on this device', () => {
  const waiting = within(screen.getByRole('region', { name: 'Waiting to be sent' }));
  expect(waiting.getByText('Enquiry')).toBeTruthy();
  expect(waiting.getByText('Saved on this device')).toBeTruthy();
});

const review = () => within(screen.getByRole('region', { name: 'Needs review' }));
const edit = () => userEvent.click(screen.getByRole('button', { name: 'Edit and resend' }));

test('[R-SYN-02] a refused write shows the reason beside the field it is about', async () => {
  expect(review().getByText('The server did not take this.')).toBeTruthy();
  expect(review().getByText('The address is too long.')).toBeTruthy();
  await edit();
  const email = review().getByLabelText('Contact email');
  expect(email.getAttribute('aria-invalid')).toBe('true');
});

test('[R-SYN-02] a refused write can be put right and sent again', async () => {
  await edit();
  const email = screen.getByLabelText('Contact email');
  await userEvent.clear(email);
  await userEvent.type(email, 'mara@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
  expect(resendDraft).toHaveBeenCalledWith(
    'draft-1',
    expect.objectContaining({ contactName: 'Mara', contactEmail: 'mara@example.com' }),
  );
});

test('[R-SYN-02] discarding asks first, and starts on Cancel', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Discard this?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  expect(discardDraft).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  expect(discardDraft).toHaveBeenCalledWith('draft-1');
});
