// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOAST_MS, ToastRegion } from './toast-region.tsx';
import { useToast, type Toast } from './toasts.ts';

function ToastButton({ toast }: { readonly toast: Toast }) {
  const showToast = useToast();
  return (
    <button type="button" onClick={() => showToast(toast)}>
      Show toast
    </button>
  );
}

function renderToast(toast: Toast) {
  render(
    <MemoryRouter>
      <ToastRegion>
        <ToastButton toast={toast} />
      </ToastRegion>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Show toast' }));
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('[R-LST-05] a toast is announced politely and disappears automatically', () => {
  renderToast({ text: 'Recon VTOL is in your cart.', link: { text: 'View cart', to: '/checkout' } });
  expect(screen.getByRole('status').textContent).toContain('Recon VTOL is in your cart.');
  expect(screen.getByRole('link', { name: 'View cart' })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(TOAST_MS));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('[R-LST-05] an error toast is announced as an alert', () => {
  renderToast({ text: 'That did not work.', tone: 'error' });
  expect(screen.getByRole('alert').textContent).toBe('That did not work.');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('[R-LST-05] only an error toast has an icon', () => {
  renderToast({ text: 'That did not work.', tone: 'error' });
  expect(document.querySelectorAll('[role="alert"] svg')).toHaveLength(1);
  cleanup();
  renderToast({ text: 'Copied.' });
  expect(document.querySelectorAll('[role="status"] svg')).toHaveLength(0);
});

test('[R-LST-05] a toast can be dismissed', () => {
  renderToast({ text: 'Copied.' });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Copied.')).toBeNull();
});

test('[R-CRT-06] a toast’s action runs once and closes the toast', () => {
  const act = vi.fn();
  renderToast({ text: 'Recon VTOL removed.', action: { text: 'Undo', act } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(act).toHaveBeenCalledOnce();
  expect(screen.queryByText('Recon VTOL removed.')).toBeNull();
});
