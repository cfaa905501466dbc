import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'returning' });

test('[F35] every local write asks IndexedDB for strict durability', async () => {
  await world.page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(globalThis, { askedDurability: asked });
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') asked.push(options?.durability ?? 'default');
      return begin.call(this, stores, mode, options);
    };
  });
  await world.page.goto(`${world.shop.origin}/contact`);
  await world.page.getByLabel('Name').fill('Ada Byrne');
  await world.page.getByLabel('Email').fill('ada@example.com');
  await world.page.getByLabel('Message').fill('Is it kept?');
  await world.page.getByRole('button', { name: /send|submit/i }).click();
  await world.page.getByText('Received').first().waitFor();
  const asked = await world.page.evaluate(
    () => (globalThis as unknown as { askedDurability: string[] }).askedDurability,
  );
  expect(asked.length).toBeGreaterThan(3);
  expect(new Set(asked)).toEqual(new Set(['strict']));
});
