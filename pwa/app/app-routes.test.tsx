// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApp, renderInApp, type FakeApp } from '../../tests/support/fake-app.tsx';
import { sampleItem, sampleProduct } from '../../tests/support/sample-product.ts';
import { App } from './app.tsx';

const PACK = sampleProduct({ FBUID: 'pack', productName: 'Pack', productCategory: 'batteries' });

let app: FakeApp;

const open = (path: string) => renderInApp(app, <App />, { path });

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

beforeEach(async () => {
  app = createFakeApp({ isOnline: false });
  app.cartMirror.reset([sampleItem(1)]);
  await app.pull('products', [sampleProduct(), PACK]);
  await app.pull('templates', [{ FBUID: 'mast', templateName: 'Mast', templateImage: '/mast.svg' }]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ITEMS = { name: 'Items in your cart' };

test.each([
  [
    '[R-RTE-01]',
    '/',
    'Stays up. Sees far. Comes\u00a0home.',
    () => screen.findByRole('region', { name: 'Services' }),
  ],
  ['[R-RTE-02]', '/login', 'Login', () => screen.findByLabelText('Password')],
  [
    '[R-CAL-14]',
    '/login/verify',
    'Confirm your address',
    () => screen.findByRole('button', { name: 'Send another link' }),
  ],
  ['[AU4]', '/login/done', 'Signing in', () => screen.findByText(/Signing in needs a connection\.$/)],
  [
    '[AU2]',
    '/login/reset',
    'Set a new password',
    () => screen.findByRole('button', { name: 'Email me a link' }),
  ],
  ['[R-RTE-28]', '/account', 'Your account', () => screen.findByText('You are not signed in')],
  [
    '[AU10]',
    '/account/email',
    'Confirm your new address',
    () => screen.findByText('Open the link in our email to confirm your new address.'),
  ],
  ['[R-ENT-16]', '/account/profile', 'Your profile', () => screen.findByText('You are not signed in')],
  [
    '[AU5]',
    '/login/second-factor',
    'Second factor',
    () => screen.findByText(/Signing in needs a connection/),
  ],
  ['[AU2]', '/account/security', 'Security', () => screen.findByText('You are not signed in')],
  ['[PR1]', '/account/data', 'Your data', () => screen.findByText('You are not signed in')],
  [
    '[PR2]',
    '/account/delete',
    'Delete your account',
    () => screen.findByText('Open the link in our email to delete your account.'),
  ],
  ['[R-RTE-03]', '/contact', 'Contact Us', () => screen.findByLabelText('Message')],
  ['[R-RTE-05]', '/checkout', 'Your cart', () => screen.findByRole('region', ITEMS)],
  ['[R-RTE-05]', '/checkout', 'Your cart', () => screen.findByRole('region', { name: 'Order Summary' })],
  [
    '[R-RTE-06]',
    '/success',
    "We couldn't find a payment",
    () => screen.findByRole('link', { name: 'Return to Homepage' }),
  ],
  ['[R-RTE-07]', '/products', 'Products', () => screen.findByRole('link', { name: 'Recon VTOL' })],
  ['[R-RTE-07]', '/products', 'Products', () => screen.findByRole('link', { name: 'Pack' })],
  ['[R-RTE-08]', '/products/drones', 'Drones', () => screen.findByRole('link', { name: 'Recon VTOL' })],
  ['[R-RTE-08]', '/products/batteries', 'Batteries', () => screen.findByRole('link', { name: 'Pack' })],
  ['[R-RTE-08]', '/products/propellers', 'Propellers', () => screen.findByText('0 products')],
  [
    '[R-RTE-10]',
    '/product/recon-vtol',
    'Recon VTOL',
    () => screen.findByRole('button', { name: 'Add to Cart' }),
  ],
  [
    '[R-RTE-12]',
    '/product/recon-vtol/deprecate',
    'Delete Recon VTOL?',
    () => screen.findByRole('button', { name: 'Delete Forever' }),
  ],
  ['[R-RTE-09]', '/product/create', 'New product', () => screen.findByLabelText('Name')],
  [
    '[R-RTE-11]',
    '/product/recon-vtol/update',
    'Edit Recon VTOL',
    () => screen.findByDisplayValue('Recon VTOL'),
  ],
  ['[R-RTE-15]', '/template', 'Templates', () => screen.findByRole('link', { name: 'Mast' })],
  ['[R-RTE-16]', '/template/create', 'New template', () => screen.findByLabelText('Name')],
  ['[R-RTE-17]', '/template/mast', 'Mast', () => screen.findByRole('img', { name: 'Mast' })],
  ['[R-RTE-18]', '/template/mast/update', 'Edit Mast', () => screen.findByDisplayValue('Mast')],
  ['[R-RTE-19]', '/template/mast/deprecate', 'Edit Mast', () => screen.findByDisplayValue('Mast')],
  ['[R-RTE-22]', '/migration', 'Migration', () => screen.findByRole('link', { name: 'Sign in' })],
  ['[R-ROL-04]', '/admin', 'Admin', () => screen.findByRole('link', { name: 'Sign in' })],
  ['[R-ROL-04]', '/admin/products', 'Manage products', () => screen.findByRole('link', { name: 'Sign in' })],
  ['[R-ROL-04]', '/admin/staff', 'Staff', () => screen.findByRole('link', { name: 'Sign in' })],
  ['[R-ROL-04]', '/admin/payments', 'Payments', () => screen.findByRole('link', { name: 'Sign in' })],
  ['[R-ROL-04]', '/admin/orders', 'Orders', () => screen.findByRole('link', { name: 'Sign in' })],
  ['[R-ROL-04]', '/admin/orders/none', 'Order', () => screen.findByRole('link', { name: 'Sign in' })],
  ['[PY7]', '/account/orders', 'Your orders', () => screen.findByText('No orders yet')],
  ['[PY7]', '/order/none', 'Order', () => screen.findByText('This order isn’t on this device')],
  ['[R-ROL-04]', '/admin/mails', 'Mails', () => screen.findByRole('link', { name: 'Sign in' })],
  ['[R-RTE-13]', '/legals', 'Legal', () => screen.findAllByRole('link', { name: /Warranty/ })],
  [
    '[R-RTE-14]',
    '/legals/privacy-policy',
    'Privacy Policy',
    () => screen.findAllByText(/personal information/),
  ],
  ['[R-RTE-14]', '/legals/warranty', 'Warranty Policy', () => screen.findByText('How to make a claim')],
  ['[R-RTE-14]', '/legals/terms-and-conditions', 'Terms and Conditions', () => screen.findAllByText(/GST/)],
])('%s %s opens the screen "%s"', async (_id, path, title, findPart) => {
  open(path);
  const arrived = await screen.findByRole('heading', { level: 1, name: title });
  expect(arrived.closest('main')).toBeTruthy();
  expect(await findPart()).toBeTruthy();
});

test('[R-RTE-04] /error says that something went wrong and links home, without repeating any text', () => {
  open('/error');
  expect(heading()).toBe('Something went wrong');
  const texts = [...screen.getByRole('main').querySelectorAll('h1, p, a')].map((part) => part.textContent);
  expect(screen.getByRole('main').textContent).toBe([...new Set(texts)].join(''));
  expect(screen.getByRole('link', { name: 'Return to Homepage' }).getAttribute('href')).toBe('/');
});

test.each(['/nowhere', '/product/recon-vtol/other', '/template/mast/other', '/legals/other'])(
  '[R-RTE-23] [R-ERR-06] %s shows "not found" with a search box and links to the three categories',
  async (path) => {
    open(path);
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(screen.getByRole('searchbox', { name: 'Search products' })).toBeTruthy();
    const main = screen.getByRole('main');
    const hrefs = [...main.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/products/drones', '/products/batteries', '/products/propellers']);
  },
);

test('[R-RTE-23] searching on the not-found page opens the product list', async () => {
  open('/nowhere');
  await userEvent.type(await screen.findByRole('searchbox'), 'vtol{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Products' });
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('vtol');
});

test('[R-RTE-24] a navigation scrolls to the top, focuses the heading and sets the tab title', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  open('/nowhere');
  await userEvent.click(screen.getByRole('main').querySelector('a') as HTMLElement);
  const arrived = await screen.findByRole('heading', { level: 1, name: 'Drones' });
  await waitFor(() => expect(document.activeElement).toBe(arrived));
  expect(document.title).toBe('Drones · Nankeen');
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test('[R-RTE-24] a link to the current page scrolls to its top', async () => {
  open('/legals');
  const arrived = await screen.findByRole('heading', { level: 1, name: 'Legal' });
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  await userEvent.click(screen.getByRole('link', { name: 'Privacy Policy' }));
  await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
  scrollTo.mockClear();
  await userEvent.click(
    within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Privacy Policy' }),
  );
  expect(arrived.isConnected).toBe(false);
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
});

test('[R-RTE-24] the heading of a lazily loaded screen is focused as soon as it appears', async () => {
  open('/products');
  await userEvent.click(screen.getByRole('link', { name: 'Privacy Policy' }));
  const arrived = await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
  await waitFor(() => expect(document.activeElement).toBe(arrived));
});

test('[R-SHL-01] offline, a banner says that work is kept on the device', () => {
  open('/products');
  expect(screen.getByText("You're offline. Everything you do is kept on this device.")).toBeTruthy();
});

test('[R-RTE-24] typing a search keeps the focus in the search box and does not scroll', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  open('/products');
  const box = await screen.findByRole('searchbox');
  scrollTo.mockClear();
  await userEvent.type(box, 'vtol');
  expect(document.activeElement).toBe(box);
  expect((box as HTMLInputElement).value).toBe('vtol');
  expect(scrollTo).not.toHaveBeenCalled();
});

test('[R-RTE-24] a letter typed and taken back at once moves neither the focus nor the page', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  open('/products?search=vtol');
  const box = await screen.findByRole('searchbox');
  const category = () => screen.getByRole('link', { name: 'Drones' }).getAttribute('href');
  await userEvent.type(box, 's');
  await waitFor(() => expect(category()).toMatch(/=vtols$/));
  await userEvent.type(box, '{Backspace}');
  await waitFor(() => expect(category()).toMatch(/=vtol$/));
  scrollTo.mockClear();
  // The address is settled at once when the box is left, and otherwise after a pause.
  act(() => box.blur());
  expect(document.activeElement).toBe(document.body);
  expect(scrollTo).not.toHaveBeenCalled();
});

test.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
  '[R-LST-06] the key %s focuses the search box, from a list and from any other page',
  async (keys) => {
    open('/legals');
    await screen.findByRole('heading', { level: 1, name: 'Legal' });
    await userEvent.keyboard(keys);
    const box = (await screen.findByRole('searchbox')) as HTMLInputElement;
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(box.value).toBe('');
    act(() => box.blur());
    await userEvent.keyboard(keys);
    expect(document.activeElement).toBe(box);
  },
);

test('[R-LST-06] a slash typed into a field is entered as text', async () => {
  open('/products');
  const box = (await screen.findByRole('searchbox')) as HTMLInputElement;
  await userEvent.type(box, '6s/12s');
  expect(box.value).toBe('6s/12s');
});
