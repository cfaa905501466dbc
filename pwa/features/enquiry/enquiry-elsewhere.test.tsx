// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { ContactPage } from './contact-page.tsx';

afterEach(cleanup);

const EARLIER = {
  FBUID: 'earlier',
  contactName: 'Mara Quill',
  contactEmail: 'mara@example.com',
  contactPhone: '',
  contactCompany: '',
  contactMessage: 'First version.',
};

let app: FakeApp;
beforeEach(async () => {
  app = createFakeApp({ isOnline: false });
  await app.pull('contacts', [EARLIER]);
  renderInApp(
    app,
    <Routes>
      <Route path="/contact/:contactFBUID" element={<ContactPage />} />
    </Routes>,
    { path: '/contact/earlier' },
  );
  await screen.findByDisplayValue('First version.');
});

const theirs = (changes: object) => act(() => app.pull('contacts', [{ ...EARLIER, ...changes }]));
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update Enquiry' }));

test('[CF1] [R-CON-03] fields that the person leaves alone follow the enquiry, and nothing of it is undone', async () => {
  await userEvent.type(screen.getByLabelText(/^Phone/), '0400');
  await theirs({ contactMessage: 'Second version.' });
  await screen.findByDisplayValue('Second version.');
  await update();
  await screen.findByText(/^Thank you/);
  expect(await app.read('contacts')).toMatchObject([
    { contactPhone: '0400', contactMessage: 'Second version.' },
  ]);
});

test('[CF1] [PB3] an enquiry that only changed elsewhere leaves nothing unsent', async () => {
  await theirs({ contactMessage: 'Second version.' });
  await screen.findByDisplayValue('Second version.');
  await app.forms.flush();
  expect(app.forms.read('contacts/earlier')).toBeUndefined();
});

test('[CF1] [R-CON-03] of a field that both changed theirs stays, and the person is asked', async () => {
  const message = screen.getByLabelText(/^Message/);
  await userEvent.clear(message);
  await userEvent.type(message, 'Mine.');
  await theirs({ contactMessage: 'Second version.', contactCompany: 'Byrne' });
  await screen.findByDisplayValue('Byrne');
  expect(screen.getByDisplayValue('Mine.')).toBeTruthy();
  await update();
  await screen.findByText(/wasn't accepted yet/);
  expect(await app.read('contacts')).toMatchObject([
    { contactMessage: 'Second version.', contactCompany: 'Byrne' },
  ]);
  await waitFor(async () =>
    expect(await app.rejectedChanges()).toMatchObject([
      { kind: 'conflict', content: { contactMessage: { mine: 'Mine.', theirs: 'Second version.' } } },
    ]),
  );
});

test('[CF1] [PB3] a field that followed the enquiry before a reload is not asked about when it changes again', async () => {
  await userEvent.type(screen.getByLabelText(/^Phone/), '0400');
  await theirs({ contactMessage: 'Second version.' });
  await screen.findByDisplayValue('Second version.');
  await app.forms.flush();
  expect(app.forms.read('contacts/earlier')?.base).toMatchObject({ contactMessage: 'Second version.' });
  await theirs({ contactMessage: 'Third version.' });
  await screen.findByDisplayValue('Third version.');
  await update();
  await screen.findByText(/^Thank you/);
  expect(await app.rejectedChanges()).toEqual([]);
  expect(await app.read('contacts')).toMatchObject([
    { contactPhone: '0400', contactMessage: 'Third version.' },
  ]);
});

test('[CF3] [PB3] what is sent after its enquiry was deleted leaves nothing unsent', async () => {
  await userEvent.type(screen.getByLabelText(/^Phone/), '0400');
  await act(async () => {
    const { database } = await app.localStore.whenOpen();
    await database.contacts.find().remove();
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Submit Enquiry' }));
  await screen.findByText(/^Thank you/);
  expect(await app.read('contacts')).toMatchObject([{ contactPhone: '0400' }]);
  expect(app.forms.all.read()).toEqual([]);
});
