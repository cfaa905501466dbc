// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleItem, sampleProduct } from '../../../tests/support/sample-product.ts';
import { ProductListPage } from './product-list-page.tsx';

let app: FakeApp;
let products: readonly Product[];

function render(path = '/products') {
  renderInApp(
    app,
    <>
      <ProductListPage />
      <Address />
    </>,
    { path },
  );
}

/** Shows the page with all products synced. */
async function show(path?: string) {
  await app.pull('products', products);
  render(path);
  await waitFor(() => expect(count()).toMatch(/product/));
}

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Add Recon VTOL to cart' }));
  return screen.getByRole('dialog', { name: 'Add to Bag?' });
}

beforeEach(() => {
  app = createFakeApp();
  products = [
    sampleProduct(),
    sampleProduct({ FBUID: 'pack', productName: 'Pack', productCategory: 'batteries' }),
    sampleProduct({ FBUID: 'blade', productName: 'Blade', productCategory: 'propellers' }),
  ];
});
afterEach(() => {
  cleanup();
});

test('[R-LST-01] the first card’s picture has a higher fetch priority than the others', async () => {
  await show();
  const order = screen.getAllByRole('article').map((card) => within(card).getByRole('img'));
  expect(order.map((image) => image.getAttribute('fetchpriority'))).toEqual(['high', 'low', 'low']);
});

test('[R-LST-02] the cart icon opens "Add to Bag?", with the focus on its action', async () => {
  await show();
  expect(await openDialog()).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to Cart' }));
});

test('[R-LST-03] [R-LST-04] the dialog shows image, name, description, "Qty: 1" and the note', async () => {
  await show();
  const dialog = within(await openDialog());
  expect(dialog.getByRole('img').getAttribute('src')).toBe('/pictures/recon-vtol/1.webp');
  expect(dialog.getByRole('heading', { name: 'Recon VTOL' })).toBeTruthy();
  expect(dialog.getByText('description 0 value')).toBeTruthy();
  expect(dialog.getByText('Qty: 1')).toBeTruthy();
  expect(dialog.getByText('You can add more and remove in your cart!')).toBeTruthy();
});

test('[R-LST-05] the add-to-cart button adds one and closes the dialog', async () => {
  await show();
  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Add to Cart' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(app.cartMirror.items).toEqual([sampleItem(1)]);
  expect(await app.read('checkouts')).toMatchObject([{ checkoutItems: [sampleItem(1)] }]);
});

test('[R-VAL-10] an add above ten is ignored, with a message', async () => {
  app.cartMirror.reset([sampleItem(10)]);
  await show();
  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Add to Cart' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('You already have 10 of this, the most per order.');
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(app.cartMirror.items).toEqual([sampleItem(10)]);
});

test.each([
  ['/products', ['Recon VTOL', 'Pack', 'Blade']],
  ['/products/drones', ['Recon VTOL']],
  ['/products/batteries', ['Pack']],
  ['/products/propellers', ['Blade']],
])(
  '[R-LST-06] %s lists only its category, by name; the list of all begins with drones',
  async (path, names) => {
    await show(path);
    expect(
      screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent),
    ).toEqual(names);
  },
);

test('[R-LST-06] the list of all has a heading for each category, unless it is sorted otherwise', async () => {
  await show();
  const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings()).toEqual(['Drones', 'Batteries', 'Propellers']);
  const drones = within(screen.getByRole('region', { name: 'Drones' }));
  expect(drones.getByRole('heading', { level: 3 }).textContent).toBe('Recon VTOL');
  expect(screen.getByRole('radio', { name: 'Category, then name' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Newest first' }));
  expect(screen.queryByRole('region', { name: 'Drones' })).toBeNull();
  expect(headings()).toHaveLength(3);
});

test('[R-LST-07] [R-ROL-02] Create, Read, Edit and Deprecate show only to signed-in staff', async () => {
  await show('/products/drones');
  expect(screen.queryByRole('link', { name: 'Create Product' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
  cleanup();
  app.session.keep(STAFF);
  await show('/products/drones');
  const hrefs = ['Create Product', 'Read Recon VTOL', 'Edit Recon VTOL', 'Deprecate Recon VTOL'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect(hrefs).toEqual([
    '/product/create',
    '/product/recon-vtol',
    '/product/recon-vtol/update',
    '/product/recon-vtol/deprecate',
  ]);
});

test('[R-LST-07] staff links escape special characters in the product’s id', async () => {
  app.session.keep(STAFF);
  products = [sampleProduct({ FBUID: '50%? off#1' })];
  await show('/products/drones');
  const links = [...screen.getByRole('article').querySelectorAll('a')].map((link) =>
    link.getAttribute('href'),
  );
  const path = '/product/50%25%3F%20off%231';
  expect(links).toEqual([path, path, `${path}/update`, `${path}/deprecate`]);
});

test('[R-LST-06] search filters the list while typing, and says when nothing matches', async () => {
  await show();
  const search = screen.getByRole('searchbox', { name: 'Search products' });
  await userEvent.type(search, 'pack');
  await expect.poll(() => screen.getAllByRole('article')).toHaveLength(1);
  await userEvent.type(search, 'zzz');
  await expect.poll(() => screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('No product matches “packzzz”')).toBeTruthy();
});

test('[R-LST-06] what is typed just when the address takes an earlier search is not lost', async () => {
  await show();
  const count = () => screen.queryAllByRole('article').length;
  const all = count();
  const type = (value: string) =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search products' }), { target: { value } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  type('pack');
  await expect.poll(count).toBe(1);
  // Both happen before the list is rendered again.
  await act(async () => {
    type('');
    await new Promise(requestAnimationFrame);
    await new Promise(setImmediate);
    vi.advanceTimersByTime(300);
  });
  await expect.poll(count).toBe(all);
  act(() => void vi.advanceTimersByTime(300));
  expect(count()).toBe(all);
});

test('[R-LST-06] a long list renders on scroll, from its beginning after each search, and completely for printing and the browser’s own search', async () => {
  products = Array.from({ length: 100 }, (_, index) => sampleProduct({ FBUID: `drone-${index}` }));
  const observed: IntersectionObserverCallback[] = [];
  class Observer {
    constructor(callback: IntersectionObserverCallback) {
      observed.push(callback);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  async function showObserved() {
    observed.length = 0;
    await show();
    await waitFor(() => expect(observed).not.toEqual([]));
  }
  const scrollToEnd = () => {
    const entry = { isIntersecting: true } as IntersectionObserverEntry;
    act(() => observed.at(-1)?.([entry], {} as IntersectionObserver));
    // The list grows in a transition, when nothing more urgent is left.
    return waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(48));
  };

  await showObserved();
  expect(screen.getAllByRole('article')).toHaveLength(24);
  expect(screen.getByText('100 products')).toBeTruthy();
  await scrollToEnd();
  const search = screen.getByRole('searchbox');
  for (const text of ['vtol', '']) {
    const before = observed.length;
    fireEvent.change(search, { target: { value: text } });
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(24));
    // The end of the list before is not observed any more.
    await waitFor(() => expect(observed.length).toBeGreaterThan(before));
    expect(screen.getByText('100 products')).toBeTruthy();
    await scrollToEnd();
  }
  act(() => void dispatchEvent(new Event('beforeprint')));
  expect(screen.getAllByRole('article')).toHaveLength(100);
  for (const key of [{ key: 'f', ctrlKey: true }, { key: 'f', metaKey: true }, { key: 'F3' }]) {
    cleanup();
    await showObserved();
    fireEvent.keyDown(document.body, { key: 'f' });
    expect(screen.getAllByRole('article')).toHaveLength(24);
    fireEvent.keyDown(document.body, key);
    expect(screen.getAllByRole('article')).toHaveLength(100);
  }
  vi.unstubAllGlobals();
});

describe('a page of a long list', () => {
  const numbered = Array.from({ length: 100 }, (_none, index) =>
    sampleProduct({ FBUID: `drone-${index}`, productName: `Drone ${String(index).padStart(2, '0')}` }),
  );
  const linksOf = () =>
    within(screen.getByRole('navigation', { name: 'Pages' }))
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  beforeEach(() => {
    products = numbered;
  });

  test('[R-LST-06] shows its 48 products, their place in the list, and links to the other pages', async () => {
    await show('/products?sort=newest&page=2');
    expect(shownNames()).toHaveLength(48);
    expect(shownNames()[0]).toBe('Drone 48');
    expect(count()).toBe('100 products');
    const [first] = screen.getAllByRole('article').map((card) => card.closest('li'));
    expect(first?.getAttribute('aria-posinset')).toBe('49');
    expect(first?.getAttribute('aria-setsize')).toBe('100');
    expect(linksOf()).toEqual([
      'Previous /products?sort=newest',
      '1 /products?sort=newest',
      '2 /products?sort=newest&page=2',
      '3 /products?sort=newest&page=3',
      'Next /products?sort=newest&page=3',
    ]);
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  });

  test('[R-LST-06] another order, filter or search begins at the first page', async () => {
    await show('/products?page=3');
    await userEvent.click(screen.getByRole('radio', { name: 'Newest first' }));
    expect(address()).toBe('/products?sort=newest');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  test.each(['0', 'abc', '4', '9999'])('[R-LST-06] says that there is no page %s', async (page) => {
    await show(`/products?search=drone&page=${page}`);
    expect(screen.getByText('This list has no such page')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'First page' }).getAttribute('href')).toBe(
      '/products?search=drone',
    );
  });
});

test('[R-LST-06] loading is announced, and an empty category is explained', async () => {
  render();
  expect(screen.getByText('Loading products')).toBeTruthy();
  await app.pull('products');
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
});

test('[R-LST-06] during the first sync the available products show, without a count or an empty message', async () => {
  const database = await app.database;
  // Without a checkpoint, the first sync is not complete.
  await database.products.bulkInsert([...products]);
  render('/products/drones');
  await screen.findByRole('article');
  expect(shownNames()).toEqual(['Recon VTOL']);
  expect(count()).toBe('');
  await database.products.findOne('recon-vtol').remove();
  expect(await screen.findByText('Loading products')).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.queryByText('Nothing here yet')).toBeNull();
});

const shownNames = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const count = () => screen.getByRole('status').textContent;
const price = (value: string) => [{ value, label: 'AUD', description: 'price_1' }];

/** Exposes the current URL of the list. */
function Address() {
  const { pathname, search } = useLocation();
  return <p data-address>{pathname + search}</p>;
}
const address = () => document.querySelector('[data-address]')?.textContent;

describe('filter and sort', () => {
  beforeEach(() => {
    products = [
      sampleProduct({ productPrices: price('24990.00') }),
      sampleProduct({ FBUID: 'pack', productName: 'Pack', productPrices: price('649.00') }),
      sampleProduct({ FBUID: 'blade', productName: 'Blade', productPrices: price('ask us') }),
    ];
  });

  test('[R-LST-06] filters and sorting update the list, the URL and the announced count', async () => {
    await show('/products');
    await userEvent.click(screen.getByRole('radio', { name: 'Price, highest first' }));
    expect(shownNames()).toEqual(['Recon VTOL', 'Pack', 'Blade']);
    await userEvent.click(screen.getByRole('checkbox', { name: '$250 to $1,000 1' }));
    expect(shownNames()).toEqual(['Pack']);
    expect(count()).toBe('1 product');
    await userEvent.click(screen.getByRole('checkbox', { name: '$10,000 and over 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'In stock to buy now 2' }));
    expect(count()).toBe('2 products');
    expect(address()).toBe('/products?sort=price-desc&price=250-1000&price=over-10000&buyable=yes');
  });

  test('[R-LST-06] the URL follows the search once the typing pauses, and at once when the box is left', async () => {
    await show('/products?sort=newest');
    const box = screen.getByRole('searchbox');
    await userEvent.type(box, 'pac');
    await waitFor(() => expect(address()).toBe('/products?search=pac&sort=newest'));
    await userEvent.type(box, 'k');
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Drones' }).getAttribute('href')).toContain('=pack&'),
    );
    fireEvent.blur(box);
    expect(address()).toBe('/products?search=pack&sort=newest');
    expect(shownNames()).toEqual(['Pack']);
  });

  test('[R-LST-06] filters in the URL are applied, and can be removed one by one or all at once', async () => {
    await show('/products?search=drone&price=250-1000&price=over-10000&sort=price-asc');
    expect(shownNames()).toEqual(['Pack', 'Recon VTOL']);
    expect((screen.getByRole('radio', { name: 'Price, lowest first' }) as HTMLInputElement).checked).toBe(
      true,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: $10,000 and over' }));
    expect(shownNames()).toEqual(['Pack']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(shownNames()).toEqual(['Pack', 'Recon VTOL', 'Blade']);
    expect(address()).toBe('/products?sort=price-asc');
  });

  test('[R-LST-06] a filter that leaves all products or none is not offered', async () => {
    await show('/products');
    expect(screen.queryByRole('checkbox', { name: /^Under/ })).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'In stock to buy now 2' })).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'pack');
    await expect.poll(shownNames).toEqual(['Pack']);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('[R-LST-06] a chosen filter stays on offer although it no longer divides the list', async () => {
    await show('/products?search=pack&buyable=yes');
    const box = screen.getByRole('checkbox', { name: 'In stock to buy now 1' });
    await userEvent.click(box);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(address()).toBe('/products?search=pack');
  });

  test('[R-LST-06] when nothing matches, the page says why and can clear all filters', async () => {
    await show('/products/drones?buyable=yes&search=blade');
    expect(screen.getByText('No product matches “blade”')).toBeTruthy();
    expect(count()).toBe('0 products');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear all' })[0] as HTMLElement);
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('');
    expect(shownNames()).toEqual(['Blade', 'Pack', 'Recon VTOL']);
  });

  test('[R-LST-06] switching to another category keeps search and sorting', async () => {
    await show('/products?search=vtol&sort=newest');
    const shelf = screen.getByRole('link', { name: 'Batteries' });
    expect(shelf.getAttribute('href')).toBe('/products/batteries?search=vtol&sort=newest');
  });
});
