import type { Page } from 'playwright-core';
import { createId } from '#shared/kernel/ids.ts';
import type { RunningShop } from './shop-server.ts';

export const PASSWORD = 'correct horse battery';

/** A unique email address. */
export function freshEmail(): string {
  return `${createId().toLowerCase()}@example.com`;
}

export async function fillLogin(
  page: Page,
  shop: RunningShop,
  email: string,
  password = PASSWORD,
): Promise<void> {
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

/** Waits on `/client` until the profile that a sign-up writes is sent: until then it is one more waiting change. */
export async function waitForProfile(page: Page): Promise<void> {
  await page.getByText('Confirmed', { exact: true }).first().waitFor();
}
