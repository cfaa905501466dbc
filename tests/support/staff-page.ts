import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { RunningShop } from './shop-server.ts';

/** For calls beside a page: the server may close an idle connection just when it is used again. */
export const IDLE_RETRIES = 2;

/** Signs the page's device in as staff and opens a path. */
export async function openAsStaff(page: Page, shop: RunningShop, path: string): Promise<void> {
  const response = await page.request.post(`${shop.origin}/api/v1/auth/sign-in/email`, {
    headers: { origin: shop.origin },
    data: shop.staff,
    maxRetries: IDLE_RETRIES,
  });
  expect(response.status(), await response.text()).toBe(200);
  await page.goto(shop.origin + path);
}

/** Stores products as the admin. @param changes by id: the product's fields */
export async function saveProducts(
  shop: RunningShop,
  changes: Readonly<Record<string, object>>,
  method = 'PUT',
): Promise<void> {
  for (const [id, json] of Object.entries(changes)) {
    const response = await shop.admin(`/testing/data/products/${id}`, { method, json });
    expect(response.status, await response.text()).toBeLessThan(300);
  }
}

/** A product on the server; `undefined` without one. */
export async function storedProduct(
  shop: RunningShop,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const response = await shop.admin(`/testing/data/products/${id}`);
  return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
}
