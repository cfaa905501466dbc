// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_PROFILE } from '#shared/collections/profiles.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  type FakeApp,
  type FakeAppOptions,
} from '../../../tests/support/fake-app.tsx';
import { ProfilePage } from './profile-page.tsx';

const ADA = {
  FBUID: 'account-ada',
  ...EMPTY_PROFILE,
  profileNameGiven: 'Ada',
  profileEmail: 'ada@example.com',
  profileDiscipline: ['Physiotherapy', 'Mapping'],
};

let app: FakeApp;

/** Where the screen has led to. */
function Elsewhere() {
  return <p data-testid="elsewhere">{useLocation().pathname}</p>;
}

const create = (options: FakeAppOptions = {}) =>
  (app = createFakeApp({ session: SIGNED_IN, isOnline: false, ...options }));
const show = () =>
  renderInApp(
    app,
    <Routes>
      <Route path="/account/profile" element={<ProfilePage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path: '/account/profile' },
  );
const findBox = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const box = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const stored = async () => (await app.read('profiles'))[0];

beforeEach(() => void create());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[R-ENT-16] every field is typed and saved; what is left empty stays without a value', async () => {
  await app.pull('profiles', [ADA]);
  show();
  expect((await findBox(/^Given name/)).value).toBe('Ada');
  expect(box(/^Disciplines/).value).toBe('Physiotherapy\nMapping');
  await screen.findByText('Confirmed');
  await userEvent.type(box(/^Family name/), 'Byrne');
  await userEvent.type(box(/^Other names/), 'May');
  await userEvent.type(box(/^Mobile/), ' 0400 000 000 ');
  await userEvent.type(box(/^Date of birth/), '1990-12-31');
  await userEvent.type(box(/^Clinic/), 'Harbour Clinic');
  await userEvent.type(box(/^Disciplines/), '{Enter}{Enter} Survey ');
  await userEvent.click(screen.getByLabelText('I am a client'));
  await save();
  expect((await screen.findByTestId('elsewhere')).textContent).toBe('/account');
  expect(await stored()).toMatchObject({
    ...ADA,
    profileNameFamily: 'Byrne',
    profileNameOther: 'May',
    profileMobile: '0400 000 000',
    profileAddress: null,
    profileDateOfBirth: '1990-12-31',
    profileClinicName: 'Harbour Clinic',
    profileDiscipline: ['Physiotherapy', 'Mapping', 'Survey'],
    profileTypeTherapist: false,
    profileTypeClient: true,
  });
});

test('[R-ENT-16] an address and a day are taken out again', async () => {
  await app.pull('profiles', [{ ...ADA, profileAddress: '1 Quay St', profileDateOfBirth: '1990-12-31' }]);
  show();
  await userEvent.clear(await findBox(/^Address/));
  await userEvent.clear(box(/^Date of birth/));
  await save();
  await screen.findByTestId('elsewhere');
  expect(await stored()).toMatchObject({ profileAddress: null, profileDateOfBirth: null });
});

test('[R-AUT-05] [AU11] the account’s address and picture are shown, can’t be changed here, and are saved over the stored ones', async () => {
  const photo = '/pictures/recon-vtol/1.webp';
  create({ session: { ...SIGNED_IN, account: { ...SIGNED_IN.account!, photo } } });
  await app.pull('profiles', [
    { ...ADA, profileEmail: 'old@example.com', profileImage: '/pictures/own.webp', profileMobile: '0400' },
  ]);
  show();
  await findBox(/^Given name/);
  expect(screen.getByText('ada@example.com').tagName).toBe('P');
  expect(screen.getByRole('link', { name: 'Change the address' }).getAttribute('href')).toBe(
    '/account/security',
  );
  expect(screen.getByRole('img').getAttribute('src')).toBe(photo);
  expect(screen.queryByRole('button', { name: 'Choose a picture' })).toBeNull();
  await save();
  await screen.findByTestId('elsewhere');
  expect(await stored()).toMatchObject({
    profileEmail: 'ada@example.com',
    profileImage: photo,
    profileMobile: '0400',
  });
});

test('[AU11] without a picture of the account a person chooses one, and takes it out again', async () => {
  await app.pull('profiles', [ADA]);
  show();
  await findBox(/^Given name/);
  const face = new File(['x'], 'face.jpg', { type: 'image/jpeg' });
  await userEvent.upload(screen.getByLabelText('Choose a picture', { selector: 'input' }), face);
  await screen.findByText(/Saved on this device; it is sent/);
  expect(app.files.files.read()).toMatchObject([{ bucket: 'profile-pictures', name: 'face.jpg' }]);
  expect(screen.getByRole('img').getAttribute('src')).toMatch(/^\/pictures\/u\/[0-9a-f]{32}\.webp$/);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the picture' }));
  expect(screen.getByRole('img').getAttribute('src')).toBe('/placeholders/profile.svg');
});

test('[FI3] a refused picture says why until it is dismissed, and changes nothing', async () => {
  await app.pull('profiles', [ADA]);
  vi.spyOn(app.files, 'add').mockRejectedValue(new Error('This is no picture.'));
  show();
  await findBox(/^Given name/);
  const text = new File(['x'], 'notes.jpg', { type: 'image/jpeg' });
  await userEvent.upload(screen.getByLabelText('Choose a picture', { selector: 'input' }), text);
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain('notes.jpg: This is no picture.');
  await userEvent.click(within(refusal).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('img').getAttribute('src')).toBe('/placeholders/profile.svg');
});

test('[R-ENT-16] a wrong field is named in a sentence, has the focus, and nothing is saved', async () => {
  await app.pull('profiles', [ADA]);
  show();
  await userEvent.type(await findBox(/^Mobile/), 'call me');
  await userEvent.type(box(/^Date of birth/), '2999-01-01');
  await save();
  await screen.findByText(/This is no phone number/);
  await screen.findByText(/This day is in the future/);
  expect(document.activeElement).toBe(box(/^Mobile/));
  expect(await stored()).toMatchObject({ profileMobile: '' });
});

test('[R-ENT-16] while the form is open, untouched fields follow another device, and a touched one asks', async () => {
  await app.pull('profiles', [ADA]);
  show();
  await userEvent.type(await findBox(/^Clinic/), 'Mine');
  await act(() => app.pull('profiles', [{ ...ADA, profileClinicName: 'Theirs', profileMobile: '0400' }]));
  await screen.findByText(/changed this to “Theirs”/);
  expect(box(/^Mobile/).value).toBe('0400');
  await userEvent.click(screen.getByRole('button', { name: /^Take theirs/ }));
  expect(box(/^Clinic/).value).toBe('Theirs');
});

test('[R-ENT-16] signed out, the page says what it is for and leads back after the sign-in', async () => {
  create({ session: { account: null, isStaff: false } });
  show();
  await screen.findByText('You are not signed in');
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  expect(screen.getByTestId('elsewhere').textContent).toBe('/login');
});

test('[R-ENT-16] before the profile has come the page waits', async () => {
  create({ isOnline: true });
  show();
  await screen.findByRole('status', { name: 'Loading your profile' });
  await act(() => app.pull('profiles', [ADA]));
  await findBox(/^Given name/);
});

test('[R-ENT-16] offline, a profile that never came to this device says so, and shows once it comes', async () => {
  show();
  await screen.findByText('Your profile isn’t on this device yet');
  await act(() => app.pull('profiles', [ADA]));
  await findBox(/^Given name/);
});

test('[R-ENT-16] a person without a profile begins with an empty form', async () => {
  await app.pull('profiles');
  show();
  await userEvent.type(await findBox(/^Given name/), 'Ada');
  await save();
  await screen.findByTestId('elsewhere');
  expect(await stored()).toMatchObject({ profileNameGiven: 'Ada', profileEmail: 'ada@example.com' });
});

test('[R-ENT-16] a refused change is kept and leads to the sync centre', async () => {
  await app.pull('profiles', [ADA]);
  await app.reject({ collectionName: 'profiles', documentId: 'account-ada' });
  show();
  await screen.findByText(/Your last change was not accepted/);
  expect(screen.getByRole('link', { name: 'Open the sync centre' })).toBeTruthy();
});

test('[R-ENT-16] a profile that can’t be stored says so, and the form stays', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  create({
    beforeWrite: () => {
      throw new Error('The disk is full.');
    },
  });
  await app.pull('profiles', [ADA]);
  show();
  await userEvent.type(await findBox(/^Clinic/), 'Harbour');
  await save();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/could not be saved: The disk is full. What you typed is still here/);
  expect(box(/^Clinic/).value).toBe('Harbour');
});
