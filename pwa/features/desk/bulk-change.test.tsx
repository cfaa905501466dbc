// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_BULK } from '#shared/domain/bulk-change.ts';
import {
  createFakeApp,
  renderInApp,
  STAFF,
  type FakeApp,
  type FakeAppOptions,
} from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { ProductsPage } from './products-page.tsx';

let app: FakeApp;

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const product = (id: string, price = '100.00') => {
  const { sync: _sync, writeId: _writeId, ...content } = sampleProduct({ FBUID: id, productName: id });
  return { ...content, productPrices: [{ value: price, label: 'AUD', description: `price_${id}` }] };
};

async function show(products = [product('aero'), product('bolt')], options: FakeAppOptions = {}) {
  app = createFakeApp({ session: STAFF, ...options });
  await app.pull('products', products);
  open();
  await screen.findAllByRole('rowheader');
}
const open = () => renderInApp(app, <ProductsPage />, { path: '/admin/products' });

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
async function choose(what: string) {
  await userEvent.click(screen.getByRole('checkbox', { name: /^Select all/ }));
  await press('Change or delete them');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What to change' }), what);
}
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const prices = async () =>
  Object.fromEntries(
    (await app.read('products')).map(({ FBUID, productPrices }) => [
      FBUID,
      (productPrices as { value: string }[])[0]?.value,
    ]),
  );
/** Changes a product as a colleague's write that has just been pulled. */
const changeElsewhere = (id: string, price: string) =>
  act(async () => {
    await app.pull('products', [product(id, price)]);
  });

test('[PB7] nothing is written before the old and new values were shown and confirmed', async () => {
  await show([product('aero'), product('bolt', 'on request')]);
  await choose('Raise or lower the price by percent');
  const change = () => screen.getByRole('button', { name: /^Change \d/ }) as HTMLButtonElement;
  expect(change().disabled).toBe(true);
  await type('Percent', 'ten');
  expect(screen.getByText(/Write a number/)).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Percent'));
  await type('Percent', '10');
  const plan = within(screen.getByRole('dialog'));
  within(plan.getByRole('row', { name: /aero/ })).getByText('$110.00');
  within(plan.getByRole('row', { name: /bolt/ })).getByText('Stays as it is. It has no price.');
  expect(change().textContent).toBe('Change 1 product');
  await userEvent.click(plan.getByRole('button', { name: 'Cancel' }));
  expect(await prices()).toEqual({ aero: '100.00', bolt: 'on request' });
});

test('[PB7] a product that has changed while the dialog was open is left alone, and named', async () => {
  await show();
  await choose('Raise or lower the price by an amount');
  await type('Amount', '-20');
  // The write meets a state that this dialog has not seen.
  const write = (await app.localStore.whenOpen()).write;
  vi.spyOn(await app.localStore.whenOpen(), 'write').mockImplementation(async (collection, id, change) => {
    if (id === 'bolt') await app.pull('products', [product('bolt', '95.00')]);
    return write(collection, id, change);
  });
  await press('Change 2 products');
  await screen.findByText(/^1 product changed at/);
  expect(screen.getByText(/left alone: bolt\./)).toBeTruthy();
  expect(await prices()).toEqual({ aero: '80.00', bolt: '95.00' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Change of many products');
});

test('[PB7] a product that this device can’t change is named, and the others are changed', async () => {
  const refused = { ...product('bolt'), STUPID: '' };
  await show([product('aero'), refused]);
  await choose('Set the price');
  await type('New price', '120');
  await press('Change 2 products');
  await screen.findByText(/are as before: bolt\./);
  expect(await prices()).toEqual({ aero: '120.00', bolt: '100.00' });
});

test('[PB7] Undo leaves alone what has changed since, says which, and works after a reload', async () => {
  await show();
  await choose('Set the price');
  await type('New price', '120');
  await press('Change 2 products');
  await screen.findByText(/^2 products changed at/);
  await changeElsewhere('bolt', '130.00');
  cleanup();
  open();
  await press('Undo');
  await screen.findByText('1 product is as before.');
  expect(screen.getByText('Changed since, and left alone: bolt.')).toBeTruthy();
  expect(await prices()).toEqual({ aero: '100.00', bolt: '130.00' });
  await press('Dismiss');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('[PB7] Undo takes a price back although something else of the product has changed since, such as its price id', async () => {
  await show();
  await choose('Set the price');
  await type('New price', '120');
  await press('Change 2 products');
  await screen.findByText(/^2 products changed at/);
  const productPrices = [{ value: '120.00', label: 'AUD', description: 'price_new' }];
  await act(() => app.pull('products', [{ ...product('bolt'), productPrices }]));
  await press('Undo');
  await screen.findByText('2 products are as before.');
  expect(await prices()).toEqual({ aero: '100.00', bolt: '100.00' });
});

test('[PB7] Undo is offered for ten minutes, and no longer once dismissed', async () => {
  await show();
  await choose('Set the price');
  await type('New price', '120');
  await press('Change 2 products');
  await screen.findByText(/^2 products changed at/);
  cleanup();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  open();
  await screen.findByRole('button', { name: 'Undo' });
  await act(async () => undefined);
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  cleanup();
  open();
  await screen.findAllByRole('rowheader');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('[PB7] deleted products come back with Undo; without a connection to the server those it has already stay, and can be tried again', async () => {
  await show();
  await choose('Delete');
  await press('Delete 2 products');
  await screen.findByText(/^2 products deleted at/);
  expect(await app.read('products')).toEqual([]);
  // The server has one of the deletions.
  await (await app.database).outbox.find({ selector: { documentId: 'bolt' } }).remove();
  await press('Undo');
  await screen.findByText('1 product is as before.');
  expect(screen.getByText('Not undone; try again with a connection: bolt.')).toBeTruthy();
  expect(Object.keys(await prices())).toEqual(['aero']);
  expect(screen.getByText(/^1 product deleted at/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('[PB7] more products than can be changed at once are refused before the attempt', async () => {
  const many = Array.from({ length: MAX_BULK + 1 }, (_none, index) => product(`p${index}`));
  await show(many);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Select all/ }));
  expect(screen.getByText(/At most 200 products can be changed at once/)).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Change or delete them' }) as HTMLButtonElement).disabled).toBe(
    true,
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select p0' }));
  await waitFor(() =>
    expect(
      (screen.getByRole('button', { name: 'Change or delete them' }) as HTMLButtonElement).disabled,
    ).toBe(false),
  );
});
