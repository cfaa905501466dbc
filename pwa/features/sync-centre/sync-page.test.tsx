// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardRejectedChange, resendRejectedChange } from '#pwa/data/queries/rejected-changes.ts';
import { requestPersistence } from '#pwa/data/store/persistence.ts';
import { retryParked } from '#pwa/data/queries/use-outbox.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { SyncPage } from './sync-page.tsx';

const world = vi.hoisted(() => ({ isOnline: true }));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn(), logNotice: vi.fn() }));
vi.mock('#pwa/data/queries/rejected-changes.ts', () => ({
  discardRejectedChange: vi.fn(async () => undefined),
  resendRejectedChange: vi.fn(async () => undefined),
}));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({
    isOnline: world.isOnline,
    waiting: 1,
    isSending: false,
    oldestWaitingAt: Date.parse('2026-11-21T12:15:00+11:00'),
    isLeader: false,
  }),
}));
vi.mock('#pwa/data/store/persistence.ts', () => ({
  storageFacts: async () => ({ usage: 41_943_040, quota: 2_147_483_648, isPersisted: false }),
  requestPersistence: vi.fn(async () => false),
}));
vi.mock('#pwa/data/sync/offline-readiness.ts', () => ({
  offlineReadiness: async () => ({
    isReady: false,
    isControlled: true,
    isPulled: false,
    isShellCached: true,
  }),
}));
vi.mock('#pwa/data/sync/verify.ts', () => ({
  verifyCollections: async () => [
    { collection: 'products', isSame: true, local: { count: 26 }, server: { count: 26 } },
    { collection: 'ukraines', isSame: false, local: { count: 1 }, server: { count: 2 } },
  ],
}));
vi.mock('#pwa/data/sync/export-unsynced.ts', () => ({
  exportUnsyncedByCollection: async () => [{ collection: 'contacts', text: '{"FBUID":"b"}\n' }],
}));
vi.mock('#pwa/ui/save-file.ts', () => ({ saveFile: vi.fn() }));
vi.mock('#pwa/data/queries/use-outbox.ts', () => ({
  retryParked: vi.fn(async () => undefined),
  useOutbox: () => [
    {
      collection: 'contacts',
      documentId: 'a',
      label: 'Enquiry',
      content: { contactName: 'Ines' },
      at: '2026-11-21T12:15:00+11:00',
      isSending: false,
      isParked: false,
    },
    {
      collection: 'products',
      documentId: 'p',
      label: 'product',
      content: {},
      at: '2026-11-21T12:16:00+11:00',
      isSending: false,
      isParked: true,
    },
  ],
}));
vi.mock('#pwa/data/queries/use-is-open.ts', () => ({ useIsOpen: () => true }));
vi.mock('#pwa/data/queries/use-rejected-changes.ts', () => {
  const rejectedChange = {
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
  return { useRejectedChanges: () => [rejectedChange] };
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
  expect(waiting.getByText('Enquiry · Ines')).toBeTruthy();
  expect(waiting.getAllByText('Saved on this device')).toHaveLength(2);
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
  expect(resendRejectedChange).toHaveBeenCalledWith(
    'draft-1',
    expect.objectContaining({ contactName: 'Mara', contactEmail: 'mara@example.com' }),
  );
});

test('[R-SYN-02] discarding asks first, and starts on Cancel', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Discard this?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  expect(discardRejectedChange).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  expect(discardRejectedChange).toHaveBeenCalledWith('draft-1');
});

const part = (name: string) => within(screen.getByRole('region', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('[RJ5] a parked write says why it stands aside, and can be tried again', async () => {
  expect(part('Waiting to be sent').getByText(/The server failed on this five times/)).toBeTruthy();
  await press('Try again');
  expect(retryParked).toHaveBeenCalledOnce();
});

test('[CL1] the age of the oldest waiting write is known, and which tab replicates', () => {
  const facts = part('Connection');
  expect(facts.getByText('Oldest waiting write').nextElementSibling?.textContent).toMatch(/21 Nov 2026/);
  expect(facts.getByText('Replicating').nextElementSibling?.textContent).toBe('In another tab');
});

test('[R-SYN-01] the storage in use is shown, and the browser can be asked to keep it', async () => {
  const meter = await part('Storage').findByRole('meter', { name: '41.9 MB used of 2.1 GB' });
  expect(meter.getAttribute('value')).toBe('41943040');
  await press('Ask the browser to keep it');
  expect(requestPersistence).toHaveBeenCalledOnce();
  expect(await part('Storage').findByText(/did not agree yet/)).toBeTruthy();
});

test('[R-SYN-01] whether everything opens offline is answered point by point', async () => {
  await press('Ready for offline?');
  const points = within(await part('Checks').findByRole('list')).getAllByRole('listitem');
  expect(points.map((point) => point.textContent)).toEqual([
    'The app itself is on this deviceYes',
    'Pages open from this deviceYes',
    'Products and your documents are on this deviceNot yet',
  ]);
});

test('[R-SYN-02] what this device holds is compared with the server, collection by collection', async () => {
  await press('Verify against the server');
  const rows = within(await part('Checks').findByRole('list')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'product26Same',
    'purchase order1 here, 2 thereDifferent',
  ]);
});

test('[CL5] what the server has not taken is saved as a file for each collection', async () => {
  await press('Export unsynced writes');
  expect(saveFile).toHaveBeenCalledWith('contacts.ndjson', '{"FBUID":"b"}\n', 'application/x-ndjson');
});
