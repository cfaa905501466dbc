import type { Page } from 'playwright-core';
import { createId } from '#shared/kernel/ids.ts';
import type { LocalStore } from './shop-server.ts';

export const PASSWORD = 'correct horse battery';

/** An address that no other test signs up with. */
export function freshEmail(): string {
  return `${createId().toLowerCase()}@example.com`;
}

export async function fillLogin(
  page: Page,
  shop: LocalStore,
  email: string,
  password = PASSWORD,
): Promise<void> {
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}
