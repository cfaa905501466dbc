import { expect, test } from 'vitest';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

const world = setUpOwnShopWorld({ device: 'without-worker' });

test('[ST1] [R-SHP-03] a product changed through the API is updated in an open browser within a second, without a reload', async () => {
  const isListening = world.page.waitForResponse((response) => response.url().endsWith('/stream'));
  await world.page.goto(`${world.shop.origin}/products/propellers`);
  await world.page.getByRole('heading', { name: 'Pusher Propeller 17x10' }).waitFor();
  await isListening;

  const patched = await world.shop.admin('/testing/data/products/pusher-propeller-17x10', {
    method: 'PATCH',
    json: { productName: 'Pusher Propeller 17x10 Mk II' },
  });
  expect(patched.status).toBe(200);
  await world.page.getByRole('heading', { name: 'Pusher Propeller 17x10 Mk II' }).waitFor({ timeout: 1000 });
});
