// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp } from '../../tests/support/fake-app.tsx';
import { sampleItem, sampleProduct } from '../../tests/support/sample-product.ts';
import { HomeScreen } from './home-screen.tsx';

afterEach(cleanup);

test('[R-HOME-02] the first slide says the price of its drone and puts one into the cart', async () => {
  const app = createFakeApp();
  await app.pull('products', [sampleProduct()]);
  renderInApp(app, <HomeScreen />);
  const slide = within(screen.getByRole('group', { name: '1 of 3' }));
  expect(await slide.findByText('$24,990.00')).toBeTruthy();
  await userEvent.click(slide.getByRole('button', { name: 'Add to Cart' }));
  await expect.poll(() => app.cartMirror.items.map(({ productCount }) => productCount)).toEqual([1]);
  expect(app.cartMirror.items[0]?.productName).toBe(sampleItem(1).productName);
});

test('[R-HOME-02] a slide whose product is missing or has no price offers no button', async () => {
  const app = createFakeApp();
  await app.pull('products', [sampleProduct({ productPrices: [] })]);
  renderInApp(app, <HomeScreen />);
  const slide = within(screen.getByRole('group', { name: '1 of 3' }));
  expect(await slide.findByText('Price on enquiry')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add to Cart', hidden: true })).toBeNull();
});
