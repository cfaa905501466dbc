// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeApp, renderInApp, STAFF } from '../../tests/support/fake-app.tsx';
import { InboxPart } from './inbox-part.tsx';

afterEach(cleanup);

test('[R-CON-03] a double click adds a note once, and nothing can be typed until it is saved', async () => {
  let endWrite: (() => void) | undefined;
  const write = vi.fn(() => new Promise<void>((resolve) => (endWrite = resolve)));
  const app = createFakeApp({ session: STAFF, store: { write } });
  renderInApp(app, <InboxPart collection="contacts" id="e1" />);
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Note/ });
  await userEvent.type(note, 'Called back.');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Add note' }));
  await vi.waitFor(() => expect(write).toHaveBeenCalled(), 10_000);
  await userEvent.type(note, ' Twice.');
  expect(note.value).toBe('Called back.');
  endWrite?.();
  await vi.waitFor(() => expect(note.value).toBe(''), 10_000);
  expect(write).toHaveBeenCalledOnce();
});
