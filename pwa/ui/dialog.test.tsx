// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <Dialog title="Delete this?" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Button>First</Button>
        <Button data-initial-focus>Cancel</Button>
      </Dialog>
    </>
  );
}

beforeEach(async () => {
  render(<Opener />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
});
afterEach(cleanup);

test('[R-LST-02] a dialog is named by its title and opens modally', () => {
  const dialog = screen.getByRole('dialog', { name: 'Delete this?' }) as HTMLDialogElement;
  expect(dialog.open).toBe(true);
});

test('[R-LST-02] the child marked for initial focus is focused on opening', () => {
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
});

test('[R-LST-02] the Close button closes a dialog, which can be opened again', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('[R-LST-02] a click on the backdrop closes a dialog', async () => {
  await userEvent.click(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
