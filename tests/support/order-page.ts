import type { Page } from 'playwright-core';
import type { RunningShop } from './shop-server.ts';

/** Enters the access code. */
export async function unlock(page: Page, shop: RunningShop): Promise<void> {
  await page.getByLabel('Access code').pressSequentially(shop.accessCode);
  await page.getByText('Nothing selected').waitFor();
}

export interface Picked {
  readonly name: string;
  readonly quantity?: number;
}

/** Selects a role and components in the open picker. */
export async function pick(page: Page, components: readonly Picked[], role = 'Civilian'): Promise<void> {
  await page.getByRole('radio', { name: role }).check();
  for (const { name, quantity } of components) {
    await page.getByRole('checkbox', { name, exact: true }).check();
    if (quantity !== undefined)
      await page.getByLabel(`Quantity of ${name}`, { exact: true }).fill(String(quantity));
  }
}

/** Confirms the order. @returns its id */
export async function confirm(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Confirm/ }).click();
  await page.waitForURL(/\/ukraine\/review/);
  return new URL(page.url()).searchParams.get('order') ?? '';
}

export interface StoredOrder {
  readonly FBUID: string;
  readonly createdAt: string;
  readonly role: string;
  readonly missionType: string;
  readonly selectedComponents: readonly { readonly name: string; readonly quantity: number }[];
}

/** All purchase orders on the server. */
export async function storedOrders(shop: RunningShop): Promise<readonly StoredOrder[]> {
  const response = await shop.admin('/testing/data/ukraines');
  const { documents } = (await response.json()) as { documents: readonly (StoredOrder & { id: string })[] };
  return documents;
}

/** A purchase order as stored on the server. */
export async function storedOrder(shop: RunningShop, id: string): Promise<StoredOrder | undefined> {
  const response = await shop.admin(`/testing/data/ukraines/${id}`);
  return response.ok ? ((await response.json()) as StoredOrder) : undefined;
}
