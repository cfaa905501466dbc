import type { Page } from 'playwright-core';
import type { LocalStore } from './shop-server.ts';

/** Enters the access code where the page asks for it. */
export async function unlock(page: Page, shop: LocalStore): Promise<void> {
  await page.getByLabel('Access code').pressSequentially(shop.accessCode);
  await page.getByText('Nothing selected').waitFor();
}

export interface Picked {
  readonly name: string;
  readonly quantity?: number;
}

/** Chooses a role and components on the picker that is open. */
export async function pick(page: Page, components: readonly Picked[], role = 'Civilian'): Promise<void> {
  await page.getByRole('radio', { name: role }).check();
  for (const { name, quantity } of components) {
    await page.getByRole('checkbox', { name, exact: true }).check();
    if (quantity !== undefined)
      await page.getByLabel(`Quantity of ${name}`, { exact: true }).fill(String(quantity));
  }
}

/** Confirms what is picked. @returns the order's id */
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

/** All purchase orders the server has. */
export async function storedOrders(shop: LocalStore): Promise<readonly StoredOrder[]> {
  const answer = await shop.admin('/testing/data/ukraines');
  const { documents } = (await answer.json()) as { documents: readonly (StoredOrder & { id: string })[] };
  return documents;
}

/** A purchase order as the server has it. */
export async function storedOrder(shop: LocalStore, id: string): Promise<StoredOrder | undefined> {
  const answer = await shop.admin(`/testing/data/ukraines/${id}`);
  return answer.ok ? ((await answer.json()) as StoredOrder) : undefined;
}

export const PUSHED_ORDERS = '**/ukraines/push';
