// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { ContactPage } from './contact-page.tsx';

let app: FakeApp;

function show(path = '/contact') {
  return renderInApp(
    app,
    <Routes>
      <Route path="/contact" element={<ContactPage />} />
      <Route path="/contact/:contactFBUID" element={<ContactPage />} />
    </Routes>,
    { path },
  );
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Name'), 'Mara Quill');
  await userEvent.type(screen.getByLabelText('Email'), 'mara@example.com');
  await userEvent.type(screen.getByLabelText('Message'), 'How far?');
}

const EARLIER = {
  FBUID: 'earlier',
  contactName: 'Mara Quill',
  contactEmail: 'mara@example.com',
  contactPhone: '',
  contactCompany: '',
  contactMessage: 'One question.',
};
const THANKS = 'Thank you for submitting an enquiry with us. We will get back to you soon.';

const submit = () => userEvent.click(screen.getByRole('button', { name: /Enquiry$/ }));

beforeEach(() => {
  app = createFakeApp({ isOnline: false });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[R-CON-01] [R-CON-02] the page shows its heading and its introduction', () => {
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contact Us');
  expect(screen.getByText("Can't find what you're looking for? We welcome all enquiries.")).toBeTruthy();
});

test('[R-CON-03] the form asks for name, email, phone, company and message', () => {
  show();
  expect(screen.getAllByRole('textbox').map((box) => box.getAttribute('name'))).toEqual([
    'contactName',
    'contactEmail',
    'contactPhone',
    'contactCompany',
    'contactMessage',
  ]);
});

test('[R-CON-04] [R-CNS-01] after submit a thank-you message with the sync state replaces the form', async () => {
  show();
  await fill();
  await submit();
  const thanks = await screen.findByText(THANKS);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(thanks.closest('[role="status"]')?.textContent).toContain('Saved on this device');
});

test('[CL1] an enquiry that has left the device is no longer shown as saved', async () => {
  show();
  await fill();
  await submit();
  await screen.findByText('Saved on this device');
  await (await app.database).contacts.find().remove();
  expect(await screen.findByText(/no longer on this device/)).toBeTruthy();
  expect(screen.queryByText('Saved on this device')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Write it again' }));
  expect(screen.getAllByRole('textbox')).toHaveLength(5);
});

test('[R-VAL-01] "required" shows under name, email and message only after a submit attempt', async () => {
  show();
  expect(screen.queryByText('required')).toBeNull();
  await submit();
  expect(await screen.findAllByText('required')).toHaveLength(3);
  const name = screen.getByLabelText('Name');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe('required');
  expect(document.activeElement).toBe(name);
  expect(await app.read('contacts')).toEqual([]);
});

test('[R-VAL-02] the email input has the email type', () => {
  show();
  expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
});

test('[R-VAL-01] name, email and message are marked as required from the start', () => {
  show();
  const marked = screen.getAllByRole('textbox').filter((box) => box.getAttribute('aria-required') === 'true');
  expect(marked.map((box) => box.getAttribute('name'))).toEqual([
    'contactName',
    'contactEmail',
    'contactMessage',
  ]);
  expect(screen.getByText('* must be filled in')).toBeTruthy();
});

test('[R-VAL-02] an odd address is asked about once the field is left, and can be sent all the same', async () => {
  show();
  const email = screen.getByLabelText('Email');
  const question = () => document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent;
  await userEvent.type(email, 'mara@example');
  expect(question()).toBe('');
  await userEvent.tab();
  expect(question()).toBe('Is this address right?');
  await userEvent.type(email, '.com');
  expect(question()).toBe('');
  await userEvent.tab();
  expect(question()).toBe('');
  await userEvent.clear(email);
  await userEvent.type(email, 'not an email');
  await userEvent.type(screen.getByLabelText('Name'), 'Mara');
  await userEvent.type(screen.getByLabelText('Message'), 'How far?');
  expect(question()).toBe('Is this address right?');
  await submit();
  await screen.findByText(THANKS);
});

test('[R-CON-04] an enquiry that the server refused is not thanked for', async () => {
  show();
  await fill();
  await submit();
  await screen.findByText(THANKS);
  const [enquiry] = await app.read('contacts');
  await app.reject({ ...refused, documentId: String(enquiry?.['FBUID']) });
  await screen.findByText("Your enquiry wasn't accepted yet. Everything you wrote is saved on this device.");
  expect(screen.queryByText(THANKS)).toBeNull();
  expect(screen.getByRole('link', { name: 'See why, and send it again' })).toBeTruthy();
});

test('[R-VAL-03] phone and company are optional and carry no required attribute', async () => {
  show();
  expect(screen.getByLabelText(/^Phone/).hasAttribute('required')).toBe(false);
  expect(screen.getByLabelText(/^Company/).hasAttribute('required')).toBe(false);
  await fill();
  await submit();
  await screen.findByText(THANKS);
  expect(await app.read('contacts')).toMatchObject([
    { contactName: 'Mara Quill', contactPhone: '', contactCompany: '' },
  ]);
});

test('[R-VAL-04] native validation is off', () => {
  show();
  expect(document.querySelector('form')?.noValidate).toBe(true);
});

test.each(['/contact?contactFBUID=earlier', '/contact/earlier'])(
  '[R-RTE-03] %s loads the enquiry for editing, and submit updates it',
  async (path) => {
    await app.pull('contacts', [EARLIER]);
    show(path);
    const message = await screen.findByLabelText('Message');
    expect((message as HTMLTextAreaElement).value).toBe('One question.');
    await userEvent.type(message, ' And another.');
    await submit();
    await screen.findByText(THANKS);
    expect(await app.read('contacts')).toMatchObject([
      { FBUID: 'earlier', contactName: 'Mara Quill', contactMessage: 'One question. And another.' },
    ]);
  },
);

test('[R-CON-03] the unsaved form survives a reload', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Message'), 'Half a thought');
  cleanup();
  show();
  const message = screen.getByLabelText('Message') as HTMLTextAreaElement;
  await waitFor(() => expect(message.value).toBe('Half a thought'));
});

/** Holds back what earlier pages kept. @returns a function that lets the page read it */
function holdKept(): () => void {
  let read = () => {};
  const ready = new Promise<void>((resolve) => (read = resolve));
  app = { ...app, forms: { ...app.forms, ready } };
  return read;
}

test('[PB3] what is typed before the kept text is read stays, and no kept text is lost', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Message'), 'Half a thought');
  await userEvent.type(screen.getByLabelText('Name'), 'Mara');
  cleanup();
  const read = holdKept();
  show();
  const message = screen.getByLabelText('Message') as HTMLTextAreaElement;
  const name = screen.getByLabelText('Name') as HTMLInputElement;
  await userEvent.type(message, 'Another');
  await userEvent.type(name, 'Ada');
  read();
  await waitFor(() => expect(message.value).toBe('Half a thought\n\nAnother'));
  expect(name.value).toBe('Ada');
});

test('[PB3] what is typed before the kept forms are read is kept once they are', async () => {
  await app.forms.ready;
  const read = holdKept();
  show();
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  read();
  await waitFor(() => expect(app.forms.read('contacts/new')?.content).toMatchObject({ contactName: 'Ada' }));
});

test('[PB3] a sent enquiry leaves nothing unsent', async () => {
  show();
  await fill();
  await waitFor(() =>
    expect(app.forms.all.read()).toMatchObject([{ key: 'contacts/new', title: 'Mara Quill' }]),
  );
  await submit();
  await screen.findByText(THANKS);
  expect(app.forms.all.read()).toEqual([]);
});

test('[PB3] an enquiry that is sent before the kept text is read leaves that text for the next one', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Message'), 'Half a thought');
  cleanup();
  const read = holdKept();
  show();
  await fill();
  await submit();
  await screen.findByText(THANKS);
  await act(async () => read());
  await userEvent.click(screen.getByRole('button', { name: 'Write another' }));
  const message = screen.getByLabelText('Message') as HTMLTextAreaElement;
  await waitFor(() => expect(message.value).toBe('Half a thought'));
});

test('[PB3] an enquiry leaves nothing unsent if the kept forms are read while it is being sent', async () => {
  await app.forms.ready;
  const read = holdKept();
  let write = () => {};
  const written = new Promise<void>((resolve) => (write = resolve));
  const flush = vi.fn(() => written);
  app = { ...app, forms: { ...app.forms, flush } };
  show();
  await fill();
  await submit();
  await waitFor(() => expect(flush).toHaveBeenCalled());
  await act(async () => read());
  write();
  await screen.findByText(THANKS);
  expect(app.forms.all.read()).toEqual([]);
});

describe('an enquiry about a product', () => {
  const message = () => (screen.getByLabelText('Message') as HTMLTextAreaElement).value;
  const address = `/contact?${new URLSearchParams({ about: 'Recon & VTOL' })}`;

  test('[R-CON-03] starts with the product’s name, which the user can edit', async () => {
    show(address);
    await waitFor(() => expect(message()).toBe('About: Recon & VTOL\n\n'));
    await userEvent.type(screen.getByLabelText('Message'), 'How far?');
    await userEvent.type(screen.getByLabelText('Name'), 'Mara Quill');
    await userEvent.type(screen.getByLabelText('Email'), 'mara@example.com');
    await submit();
    await screen.findByText(THANKS);
    expect(await app.read('contacts')).toMatchObject([{ contactMessage: 'About: Recon & VTOL\n\nHow far?' }]);
  });

  test('[R-CON-03] keeps everything typed before, below the product’s name', async () => {
    show();
    await userEvent.type(screen.getByLabelText('Message'), 'Half a thought');
    cleanup();
    show(address);
    await waitFor(() => expect(message()).toBe('About: Recon & VTOL\n\nHalf a thought'));
    cleanup();
    show();
    await waitFor(() => expect(message()).toBe('Half a thought'));
  });

  test('[R-CON-03] does not restore a product name the user removed', async () => {
    show(address);
    await userEvent.clear(screen.getByLabelText('Message'));
    await userEvent.type(screen.getByLabelText('Message'), 'Something else');
    cleanup();
    show(address);
    await waitFor(() => expect(message()).toBe('Something else'));
  });

  test('[R-CON-03] about another product adds its name, and keeps an earlier name only if text follows it', async () => {
    show(address);
    await userEvent.type(screen.getByLabelText('Name'), 'Mara');
    cleanup();
    show('/contact?about=Battery');
    await waitFor(() => expect(message()).toBe('About: Battery\n\n'));
    await userEvent.type(screen.getByLabelText('Message'), 'How heavy?');
    cleanup();
    show(address);
    await waitFor(() => expect(message()).toBe('About: Recon & VTOL\n\nAbout: Battery\n\nHow heavy?'));
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Mara');
  });

  test('[R-CON-03] [RJ1] takes precedence over a rejected enquiry, which shows again without a product', async () => {
    await app.reject(refused);
    show(address);
    await waitFor(() => expect(message()).toBe('About: Recon & VTOL\n\n'));
    cleanup();
    show();
    await screen.findByText('An address has one @.');
    await waitFor(() => expect(message()).toBe('How far?'));
  });
});

test('[R-CON-04] when saving fails, the form keeps its content and says so', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const write = () => Promise.reject(new Error('disk full'));
  app = createFakeApp({ store: { write } });
  show();
  await fill();
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('Everything you wrote is still here');
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Mara Quill');
  expect(logged).toHaveBeenCalledWith('The enquiry could not be kept:', new Error('disk full'));
});

const refused = {
  id: 'rejected-1',
  collectionName: 'contacts',
  documentId: 'refused',
  kind: 'rejected',
  code: 'invalid-argument',
  message: 'An address has one @.',
  path: 'contactEmail',
  content: {
    FBUID: 'refused',
    contactName: 'Mara',
    contactEmail: 'mara@@example',
    contactMessage: 'How far?',
  },
  at: '2026-11-21T12:15:00+11:00',
} as const;

test('[RJ1] [RJ3] a rejected enquiry is shown in its form with the reason, and can be resent', async () => {
  await app.reject(refused);
  show();
  await screen.findByText('An address has one @.');
  const email = screen.getByLabelText('Email') as HTMLInputElement;
  expect(email.value).toBe('mara@@example');
  for (const name of ['Copy', 'Export', 'Discard']) expect(screen.getByRole('button', { name })).toBeTruthy();
  await userEvent.clear(email);
  await userEvent.type(email, 'mara@example.com');
  expect(screen.queryByText('An address has one @.')).toBeNull();
  await submit();
  await screen.findByText(THANKS);
  expect(await app.read('contacts')).toMatchObject([
    { FBUID: 'refused', contactEmail: 'mara@example.com', contactMessage: 'How far?' },
  ]);
  expect(await app.rejectedChanges()).toEqual([]);
});

test('[RJ1] a rejected enquiry does not block writing a new one', async () => {
  await app.reject(refused);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Write a new one instead' }));
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('');
});

test('[CF1] a conflicting enquiry is resolved on its own page', async () => {
  await app.pull('contacts', [EARLIER]);
  const content = { contactPhone: { mine: '1', theirs: '2' } };
  await app.reject({ ...refused, documentId: 'earlier', kind: 'conflict', content });
  show('/contact/earlier');
  await userEvent.click(await screen.findByRole('radio', { name: /^Yours/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await app.rejectedChanges()).toEqual([]));
  expect(await app.read('contacts')).toMatchObject([{ FBUID: 'earlier', contactPhone: '1' }]);
});

test('[HI4] an earlier enquiry links to its history', async () => {
  await app.pull('contacts', [EARLIER]);
  show('/contact/earlier');
  expect((await screen.findByRole('link', { name: 'History' })).getAttribute('href')).toBe(
    '/history/contacts/earlier',
  );
});
