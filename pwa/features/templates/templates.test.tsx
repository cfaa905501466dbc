// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  STAFF,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { TemplateFormPage } from './template-form-page.tsx';
import { TemplateListPage } from './template-list-page.tsx';
import { TemplatePage } from './template-page.tsx';

const AIRFRAME = { FBUID: 'airframe', templateName: 'Airframe', templateImage: '/pictures/airframe.webp' };
const MAST = { FBUID: 'mast', templateName: 'Mast', templateImage: '/placeholders/template.svg' };

let app: FakeApp;

/** Where the screen has led to. */
function Elsewhere() {
  const { pathname, state } = useLocation();
  return <p data-testid="elsewhere">{`${pathname} ${JSON.stringify(state)}`}</p>;
}

function show(path: string) {
  return renderInApp(
    app,
    <Routes>
      <Route path="/template" element={<TemplateListPage />} />
      <Route path="/template/create" element={<TemplateFormPage />} />
      <Route path="/template/:id" element={<TemplatePage />} />
      <Route path="/template/:id/:page" element={<TemplateFormPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path },
  );
}

const box = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const findName = () => screen.findByLabelText<HTMLInputElement>('Name');
const PICTURE = /^Address of the picture/;
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const names = () =>
  screen.queryAllByRole('listitem').map((item) => within(item).getAllByRole('link')[0]?.textContent);

beforeEach(() => {
  app = createFakeApp({ session: STAFF, isOnline: false });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[R-RTE-15] the list shows all templates by name, each with its page and its form', async () => {
  await app.pull('templates', [MAST, AIRFRAME]);
  show('/template');
  await screen.findByText('2 templates');
  expect(names()).toEqual(['Airframe', 'Mast']);
  const links = within(screen.getAllByRole('listitem')[0] as HTMLElement).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/template/airframe',
    '/template/airframe/update',
  ]);
});

test('[R-RTE-15] an empty list says what to do first', async () => {
  show('/template');
  await screen.findByText('There are no templates yet');
  const link = screen.getByRole('link', { name: 'New template' });
  expect(link.getAttribute('href')).toBe('/template/create');
});

test.each([
  ['?templateFBUID=mast', ['Mast']],
  ['?field=templateFBUID&value=mast', ['Mast']],
  ['?field=id&value=mast', ['Mast']],
  ['?field=templateName&value=Airframe', ['Airframe']],
  ['?field=templateName&value=airframe', []],
  ['?field=constructor&value=mast', []],
])('[R-CAL-03] [PB10] /template%s lists the templates whose field has the value', async (query, found) => {
  await app.pull('templates', [MAST, AIRFRAME]);
  show(`/template${query}`);
  await screen.findByText(found.length === 1 ? '1 template' : '0 templates');
  expect(names()).toEqual(found);
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByText('2 templates');
});

test('[R-CAL-03] [PB10] staff find a template by its id in a field, others don’t see it', async () => {
  await app.pull('templates', [MAST, AIRFRAME]);
  const { unmount } = show('/template');
  await userEvent.type(screen.getByLabelText('Template id'), ' mast {Enter}');
  await screen.findByText('1 template');
  expect(names()).toEqual(['Mast']);
  unmount();
  app.session.keep({ account: null, isStaff: false });
  show('/template');
  await screen.findByText('2 templates');
  expect(screen.queryByLabelText('Template id')).toBeNull();
});

test('[R-RTE-17] [R-CAL-05] a template’s page shows its name, picture and state', async () => {
  await app.pull('templates', [AIRFRAME]);
  show('/template/airframe');
  await screen.findByRole('heading', { level: 1, name: 'Airframe' });
  expect(screen.getByRole('img', { name: 'Airframe' }).getAttribute('src')).toBe(AIRFRAME.templateImage);
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/template/airframe/update');
  expect(await screen.findByText('Confirmed')).toBeTruthy();
});

test.each(['/template/nothing', '/template/nothing/update', '/template/nothing/deprecate'])(
  '[R-ERR-05] [TP3] without such a template %s says "no document data selected"',
  async (path) => {
    show(path);
    await screen.findByText('no document data selected');
    expect(screen.getByRole('link', { name: 'All templates' }).getAttribute('href')).toBe('/template');
  },
);

test('[R-VAL-09] [R-RTE-16] "required" shows under the name only after a submit attempt', async () => {
  show('/template/create');
  const name = await findName();
  expect(screen.queryByText('required')).toBeNull();
  await save();
  expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe('required');
  expect(document.activeElement).toBe(name);
  expect(await app.read('templates')).toEqual([]);
  await userEvent.type(name, 'Mast');
  expect(screen.queryByText('required')).toBeNull();
});

test('[R-RTE-16] [R-ENT-18] a template without a picture gets the placeholder and opens its page', async () => {
  show('/template/create');
  await userEvent.type(await findName(), 'Mast');
  await save();
  await screen.findByRole('heading', { level: 1, name: 'Mast' });
  expect(screen.getByRole('img', { name: 'Mast' }).getAttribute('src')).toBe('/placeholders/template.svg');
  expect(await screen.findByText('Saved on this device')).toBeTruthy();
  expect(await app.read('templates')).toMatchObject([
    { templateName: 'Mast', templateImage: '/placeholders/template.svg' },
  ]);
  expect(app.forms.all.read()).toEqual([]);
});

test.each(['update', 'deprecate'])(
  '[R-RTE-18] [R-RTE-19] [TP2] /%s shows the edit screen, which offers no deletion',
  async (page) => {
    await app.pull('templates', [MAST]);
    show(`/template/mast/${page}`);
    await screen.findByRole('heading', { level: 1, name: 'Edit Mast' });
    expect((await findName()).value).toBe('Mast');
    expect(box(PICTURE).value).toBe('');
    expect(screen.queryByRole('button', { name: /delete|deprecate|remove/i })).toBeNull();
    await userEvent.type(box(PICTURE), '/pictures/mast.webp');
    await save();
    await screen.findByRole('img', { name: 'Mast' });
    expect(await app.read('templates')).toMatchObject([
      { FBUID: 'mast', templateName: 'Mast', templateImage: '/pictures/mast.webp' },
    ]);
  },
);

test('[PB3] [TP1] what was typed is there again, named for lists, until it is discarded', async () => {
  await app.pull('templates', [MAST]);
  const first = show('/template/mast/update');
  await userEvent.type(await findName(), ' 2');
  expect(app.forms.all.read()).toMatchObject([{ key: 'templates/mast', title: 'Mast 2' }]);
  first.unmount();
  show('/template/mast/update');
  expect((await findName()).value).toBe('Mast 2');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await findName()).value).toBe('Mast');
  expect(app.forms.all.read()).toEqual([]);
});

test('[TP1] while the form is open, untouched fields follow, and a touched one offers both versions', async () => {
  await app.pull('templates', [AIRFRAME]);
  show('/template/airframe/update');
  await userEvent.type(await findName(), ' X');
  await act(() =>
    app.pull('templates', [{ ...AIRFRAME, templateName: 'Hull', templateImage: '/pictures/hull.webp' }]),
  );
  await screen.findByText(/^Someone changed this to “Hull”/);
  expect(box(PICTURE).value).toBe('/pictures/hull.webp');
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs for Name' }));
  expect(box(/^Name/).value).toBe('Hull');
  await userEvent.type(box(/^Name/), ' 2');
  await save();
  await screen.findByRole('heading', { name: 'Hull 2' });
  expect(await app.read('templates')).toMatchObject([
    { templateName: 'Hull 2', templateImage: '/pictures/hull.webp' },
  ]);
});

test('[TP1] saving without a choice keeps mine', async () => {
  await app.pull('templates', [AIRFRAME]);
  show('/template/airframe/update');
  await userEvent.type(await findName(), ' X');
  await act(() => app.pull('templates', [{ ...AIRFRAME, templateName: 'Hull' }]));
  await screen.findByRole('button', { name: 'Keep mine for Name' });
  await save();
  await screen.findByRole('heading', { name: 'Airframe X' });
});

test('[TP1] [PB3] a template deleted elsewhere leaves its open form as typed, which becomes a new template', async () => {
  await app.pull('templates', [AIRFRAME]);
  const first = show('/template/airframe/update');
  await userEvent.type(await findName(), ' X');
  const { templates } = await app.database;
  await act(async () => (await templates.findOne('airframe').exec())?.remove());
  expect((await screen.findByRole('alert')).textContent).toContain('This template was deleted elsewhere.');
  expect(box(/^Name/).value).toBe('Airframe X');
  expect(box(PICTURE).value).toBe('/pictures/airframe.webp');
  await userEvent.type(box(/^Name/), 'Y');
  // Also after a reload.
  first.unmount();
  show('/template/airframe/update');
  expect((await findName()).value).toBe('Airframe XY');
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/template');
  await userEvent.click(screen.getByRole('button', { name: 'Save as a new template' }));
  await screen.findByRole('heading', { name: 'Airframe XY' });
  const stored = await app.read('templates');
  expect(stored).toMatchObject([{ templateName: 'Airframe XY', templateImage: '/pictures/airframe.webp' }]);
  expect(stored).not.toMatchObject([{ FBUID: 'airframe' }]);
  expect(app.forms.all.read()).toEqual([]);
});

test('[TP3] the form of a template that doesn’t exist says so', async () => {
  show('/template/none/update');
  await screen.findByText('no document data selected');
});

test('[PB3] [TP1] each form for a new template has a draft of its own, and offers the others', async () => {
  const first = show('/template/create');
  await userEvent.type(await findName(), 'Mast');
  first.unmount();
  show('/template/create');
  expect((await findName()).value).toBe('');
  await userEvent.click(screen.getByRole('link', { name: 'Mast' }));
  await waitFor(async () => expect((await findName()).value).toBe('Mast'));
});

test('[TP1] signed out, Save asks to sign in, and afterwards the template is saved', async () => {
  app.session.keep({ account: null, isStaff: false });
  show('/template/create');
  await userEvent.type(await findName(), 'Mast');
  await save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in to save' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
  const errand = /^\/login {"next":"\/template\/create\?draft=\w+","nextState":{"isSaving":true}}$/;
  await waitFor(() => expect(screen.getByTestId('elsewhere').textContent).toMatch(errand));
  expect(await app.read('templates')).toEqual([]);
});

test('[TP1] an account without the right is told so, and keeps what it typed', async () => {
  app.session.keep(SIGNED_IN);
  show('/template/create');
  await userEvent.type(await findName(), 'Mast');
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('may not change templates');
  expect(await app.read('templates')).toEqual([]);
  expect(app.forms.all.read()).toHaveLength(1);
});

test('[TP1] when saving fails, the form keeps its content and says why', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  app = createFakeApp({ session: STAFF, store: { write: () => Promise.reject(new Error('disk full')) } });
  app.connection.setOnline(false);
  show('/template/create');
  await userEvent.type(await findName(), 'Mast');
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The template could not be saved: disk full What you typed is still here.',
  );
  expect((await findName()).value).toBe('Mast');
  expect(logged).toHaveBeenCalledWith('The template could not be saved:', new Error('disk full'));
});

test('[TP1] [RJ1] a refused change is named on the template’s page with the server’s reason', async () => {
  await app.pull('templates', [MAST]);
  await app.reject({ collectionName: 'templates', documentId: 'mast' });
  show('/template/mast');
  await screen.findByText(
    'Your last change was not accepted. It is kept on this device. The server refused this.',
  );
  const link = screen.getByRole('link', { name: 'Open the sync centre' });
  expect(link.getAttribute('href')).toBe('/sync');
});

test('[TP1] [CF1] a template that was changed on two devices is decided on its page', async () => {
  await app.pull('templates', [MAST]);
  const content = { templateName: { mine: 'Pole', theirs: 'Mast' } };
  await app.reject({ collectionName: 'templates', documentId: 'mast', kind: 'conflict', content });
  show('/template/mast');
  await userEvent.click(await screen.findByRole('radio', { name: /Yours.*Pole/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { level: 1, name: 'Pole' });
  expect(screen.queryByRole('region', { name: 'Needs review' })).toBeNull();
  expect(await app.rejectedChanges()).toEqual([]);
});
