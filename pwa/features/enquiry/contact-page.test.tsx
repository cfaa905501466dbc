// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendEnquiry } from '#pwa/data/enquiries.ts';
import { ContactPage } from './contact-page.tsx';

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/enquiries.ts', () => ({ sendEnquiry: vi.fn(async () => 'new-enquiry') }));
vi.mock('#pwa/data/use-shop-config.ts', () => ({
  useShopConfig: () => ({ contactEmail: 'hello@nankeen.example' }),
}));
vi.mock('#pwa/data/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: false, waiting: 1, isSending: false }),
}));
vi.mock('#pwa/data/use-enquiry.ts', () => {
  const earlier = {
    FBUID: 'earlier',
    contactName: 'Mara Quill',
    contactEmail: 'mara@example.com',
    contactPhone: '',
    contactCompany: '',
    contactMessage: 'One question.',
  };
  return {
    useEnquiry: (id?: string) =>
      id === undefined ? { status: 'idle' } : { status: 'ready', enquiry: earlier, state: 'pending' },
  };
});

function show(path = '/contact') {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/contact/:contactFBUID" element={<ContactPage />} />
      </Routes>
    </MemoryRouter>,
  );
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Name'), 'Mara Quill');
  await userEvent.type(screen.getByLabelText('Email'), 'mara@example.com');
  await userEvent.type(screen.getByLabelText('Message'), 'How far?');
}

const submit = () => userEvent.click(screen.getByRole('button', { name: /Enquiry$/ }));

beforeEach(() => {
  localStorage.clear();
  vi.mocked(sendEnquiry).mockClear();
});
afterEach(cleanup);

test('[R-CON-01] [R-CON-02] the page has its heading and its sentence', () => {
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

test('[R-CON-04] [R-CNS-01] after submit the thanks replace the form, and say how far the write has come', async () => {
  show();
  await fill();
  await submit();
  expect(
    await screen.findByText('Thank you for submitting an enquiry with us. We will get back to you soon.'),
  ).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('Saved on this device')).toBeTruthy();
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
  expect(sendEnquiry).not.toHaveBeenCalled();
});

test('[R-VAL-02] the email input has the email type', () => {
  show();
  expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
});

test('[R-VAL-03] phone and company are optional and carry no required attribute', async () => {
  show();
  expect(screen.getByLabelText(/^Phone/).hasAttribute('required')).toBe(false);
  expect(screen.getByLabelText(/^Company/).hasAttribute('required')).toBe(false);
  await fill();
  await submit();
  expect(sendEnquiry).toHaveBeenCalledWith(
    expect.objectContaining({ contactName: 'Mara Quill', contactPhone: '', contactCompany: '' }),
    undefined,
  );
});

test('[R-VAL-04] native validation is off', () => {
  show();
  expect(document.querySelector('form')?.noValidate).toBe(true);
});

test.each(['/contact?contactFBUID=earlier', '/contact/earlier'])(
  '[R-RTE-03] %s loads the enquiry for editing, and submit updates it',
  async (path) => {
    show(path);
    expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe('One question.');
    await submit();
    expect(sendEnquiry).toHaveBeenCalledWith(
      expect.objectContaining({ contactName: 'Mara Quill' }),
      'earlier',
    );
  },
);

test('[R-CON-03] what was typed and not sent survives a reload', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Message'), 'Half a thought');
  cleanup();
  show();
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe('Half a thought');
});

test('[R-CON-04] when nothing could be kept, the form stays as it was and says so', async () => {
  vi.mocked(sendEnquiry).mockRejectedValueOnce(new Error('disk full'));
  show();
  await fill();
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('Everything you wrote is still here');
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Mara Quill');
});
