// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
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

test('[R-CON-03] notes are in the order in which they were written, whatever the time zone', async () => {
  const app = createFakeApp({ session: STAFF });
  const note = (text: string, at: string) => ({ id: text, at, by: 'mia@example.com', text });
  await app.pull('inbox', [
    {
      FBUID: 'contacts|e1',
      inboxState: 'open',
      inboxAssignee: '',
      inboxNotes: [
        note('Third', '2026-11-01T08:00:00.000+08:00'),
        note('First', '2026-11-01T10:00:00.000+11:00'),
        note('Second', '2026-11-01T10:30:00.000+11:00'),
      ],
      inboxReplies: [],
    },
  ]);
  renderInApp(app, <InboxPart collection="contacts" id="e1" />);
  const notes = within(await screen.findByRole('list', { name: 'Notes' })).getAllByRole('listitem');
  expect(notes.map((one) => /^(First|Second|Third)/.exec(one.textContent)?.[0])).toEqual([
    'First',
    'Second',
    'Third',
  ]);
});
