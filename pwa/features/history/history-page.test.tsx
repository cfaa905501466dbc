// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toHistoryPath } from '#shared/api/document-paths.ts';
import type { HistoryEntry } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { fetchHistory, restoreVersion } from '#pwa/data/queries/history.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { HistoryPage } from './history-page.tsx';

const world = vi.hoisted(() => ({ isOnline: true, isStaff: true }));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn(), logNotice: vi.fn() }));
vi.mock('#pwa/data/queries/history.ts', () => ({
  fetchHistory: vi.fn(),
  restoreVersion: vi.fn(async () => undefined),
}));
vi.mock('#pwa/data/queries/use-query.ts', () => ({ useQuery: () => undefined }));
vi.mock('#pwa/data/queries/use-rejected-changes.ts', () => ({ useRejectedChanges: () => [] }));
vi.mock('#pwa/data/session/use-session.ts', () => ({ useSession: () => ({ isStaff: world.isStaff }) }));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: world.isOnline, waiting: 0, isSending: false }),
}));

const entry = (at: string, productName: string, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  at: `2026-11-21T${at}.000Z`,
  madeAt: null,
  operation: 'update',
  writeId: at,
  data: { productName },
  updatedAt: '',
  updatedBy: 'iris@example.com',
  device: null,
  ...changes,
});
const newest = entry('03:00:00', 'Scout Trainer');
const first = entry('02:00:00', 'Scout', { operation: 'create', updatedBy: 'no user found' });

function show(path = '/history/products/scout') {
  render(
    <ToastRegion>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/history/:collection/:id" element={<HistoryPage />} />
        </Routes>
      </MemoryRouter>
    </ToastRegion>,
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  world.isOnline = true;
  world.isStaff = true;
  vi.mocked(fetchHistory).mockResolvedValue({ entries: [newest, first], isLast: true });
});
afterEach(cleanup);

test('[HI4] the history is told newest first: who, what, and the old and new value of each field', async () => {
  show();
  const headings = await screen.findAllByRole('heading', { level: 2 });
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Changed by iris@example.com',
    'Created by somebody not signed in',
  ]);
  expect(screen.getByRole('deletion').textContent).toBe('Before: Scout');
  expect(screen.getByRole('insertion').textContent).toBe('After: Scout Trainer');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scout Trainer');
});

test('[HI4] an earlier version is restored after asking, and the one that stands is not offered', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Restore this version/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Restore this version?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  expect(restoreVersion).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }));
  expect(restoreVersion).toHaveBeenCalledWith('products', 'scout', first.at);
  expect(await screen.findByText('Restored.')).toBeTruthy();
});

test('[HI4] who may not write a document is not offered to restore it', async () => {
  world.isStaff = false;
  show();
  await screen.findAllByRole('heading', { level: 2 });
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
});

test('[HI4] a long history comes in pages', async () => {
  // What was deleted may be created again.
  const created = { ...newest, operation: 'create' } as const;
  vi.mocked(fetchHistory)
    .mockResolvedValueOnce({ entries: [created], isLast: false })
    .mockResolvedValueOnce({ entries: [first], isLast: true });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier steps' }));
  expect(fetchHistory).toHaveBeenLastCalledWith('products', 'scout', newest.at);
  expect(await screen.findAllByRole('heading', { level: 2 })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Earlier steps' })).toBeNull();
});

test('[HI4] offline it says where the history stands, and asks again on demand', async () => {
  world.isOnline = false;
  vi.mocked(fetchHistory).mockRejectedValueOnce(new AppError('unavailable', 'No network.'));
  show();
  expect((await screen.findByText(/You’re offline/)).textContent).toContain('stands on the server');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('heading', { level: 2 })).toHaveLength(2);
});

test('[AC5] what one may not see has no history', async () => {
  vi.mocked(fetchHistory).mockRejectedValue(new AppError('not-found', 'There is no such document.'));
  show();
  expect(await screen.findByText('There is no history here')).toBeTruthy();
});

test('[HI4] an id of any characters is asked for as it is, and the way back leads to it', async () => {
  show(toHistoryPath('products', '50%2F? off'));
  const back = await screen.findByRole('link', { name: /^Back to the/ });
  expect(fetchHistory).toHaveBeenCalledWith('products', '50%2F? off', undefined);
  expect(back.getAttribute('href')).toBe('/product/50%252F%3F%20off');
});
