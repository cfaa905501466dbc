// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp } from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { Gallery } from './gallery.tsx';

afterEach(cleanup);

test('[R-DET-01] [R-SHP-02] offline, a picture that can’t be loaded says it is not on this device, and keeps its caption', async () => {
  const images = sampleProduct().productImages.slice(0, 6);
  renderInApp(createFakeApp({ isOnline: false }), <Gallery images={images} productName="Recon VTOL" />);
  await userEvent.click(screen.getAllByRole('button', { name: /^Show view/ })[2] as HTMLElement);
  const view = screen.getByRole('group', { name: '3 of 6' });
  expect(view.textContent).toBe('');
  fireEvent.error(within(view).getByRole('img'));
  expect(view.textContent).toBe('Not saved on this device');
  expect(screen.getByText(images[2]?.description ?? '')).toBeTruthy();
});
