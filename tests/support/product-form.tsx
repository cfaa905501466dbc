import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import { ProductFormPage } from '#pwa/features/product-form/product-form-page.tsx';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from './fake-app.tsx';
import { sampleProduct } from './sample-product.ts';

const { writeId: _writeId, sync: _sync, ...stored } = sampleProduct();
/** The product that the form edits, without what the sync layer adds. */
export const STORED = stored;

function View({ product }: { readonly product: Product }) {
  return <article aria-label="As shoppers see it">{JSON.stringify(product)}</article>;
}

/** Where the form has led to. */
function Arrived() {
  const { pathname, state } = useLocation();
  return <p data-testid="arrived">{`${pathname} ${JSON.stringify(state)}`}</p>;
}

export async function open(path: string, app: FakeApp = createFakeApp({ session: STAFF, isOnline: false })) {
  renderInApp(
    app,
    <ToastRegion>
      <Routes>
        <Route path="/product/create" element={<ProductFormPage View={View} />} />
        <Route path="/product/:id/update" element={<ProductFormPage View={View} />} />
        <Route path="*" element={<Arrived />} />
      </Routes>
    </ToastRegion>,
    { path },
  );
  await screen.findByText(/^(?:Name|no document data selected|There are 100 drafts on this device\..*)$/);
  return app;
}

export async function openUpdate(changes: Partial<Product> = {}) {
  const app = createFakeApp({ session: STAFF, isOnline: false });
  await app.pull('products', [{ ...STORED, ...changes }]);
  await open('/product/recon-vtol/update', app);
  await screen.findByLabelText('Name');
  // The simulated browser doesn't show a select's first value.
  type('Category', changes.productCategory ?? 'drones');
  return app;
}

export const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

/** Finding a button by its role takes seconds in a form of this size. */
export function findButton(name: string): HTMLButtonElement | undefined {
  const nameOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent;
  return [...document.querySelectorAll('button')].find((one) => nameOf(one) === name);
}
export const press = (name: string) => fireEvent.click(findButton(name) as HTMLButtonElement);
export const whenButton = (name: string) => waitFor(() => expect(findButton(name)).toBeTruthy());
export const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });

export async function save(name = 'Save') {
  await act(async () => void press(name));
}
export const storedProducts = async (app: FakeApp) =>
  (await app.read('products')) as unknown as readonly Product[];

export function fillNew(name = 'Scout') {
  type('Name', name);
  type('Category', 'drones');
  type('Payment product id', 'prod_scout');
}

export const arrival = async () => (await screen.findByTestId('arrived')).textContent;
