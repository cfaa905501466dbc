import type { Page, Route } from 'playwright-core';
import type { RunningShop } from './shop-server.ts';

/** Opens the enquiry form, fills it in and submits it. @returns the enquiry's id */
export async function sendEnquiry(page: Page, shop: RunningShop, message: string): Promise<string> {
  await page.goto(`${shop.origin}/contact`);
  return submitEnquiry(page, message);
}

/** Fills in and submits the open form. @returns the enquiry's id */
export async function submitEnquiry(page: Page, message: string): Promise<string> {
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  const link = page.getByRole('link', { name: 'Read or change it' });
  const address = (await link.getAttribute('href')) ?? '';
  return address.slice(address.lastIndexOf('/') + 1);
}

/** Opens an enquiry of this device and submits it with a new message. */
export async function changeEnquiry(page: Page, id: string, message: string): Promise<void> {
  await openEnquiry(page, id);
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: 'Update Enquiry' }).click();
  await page.getByText('Thank you for submitting an enquiry').waitFor();
}

/** Opens an enquiry of this device. */
export async function openEnquiry(page: Page, id: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/contact/${id}`);
  await page.getByRole('button', { name: 'Update Enquiry' }).waitFor();
}

export interface StoredEnquiry {
  readonly contactMessage: string;
  readonly contactCompany: string;
  readonly contactPhone: string;
  readonly sync: { readonly updatedBy: string };
}

/** An enquiry as stored on the server. */
export async function storedEnquiry(shop: RunningShop, id: string): Promise<StoredEnquiry | undefined> {
  const response = await shop.admin(`/testing/data/contacts/${id}`);
  return response.ok ? ((await response.json()) as StoredEnquiry) : undefined;
}

interface HistoryResponse {
  readonly entries: readonly {
    readonly operation: string;
    readonly data: { readonly contactMessage: string };
  }[];
}

/** The messages in an enquiry's history on the server, oldest first. */
export async function storedMessages(shop: RunningShop, id: string): Promise<readonly string[]> {
  const response = await shop.admin(`/testing/data/contacts/${id}/history`);
  if (!response.ok) return [];
  const { entries } = (await response.json()) as HistoryResponse;
  return entries.map(({ data }) => data.contactMessage).toReversed();
}

/** The address of all pushes, for a page's routes. */
export const PUSHES = '**/sync/push';

/** Makes pushed enquiries invalid, as an older version of the app could. */
export async function sendTooLongPhone(route: Route): Promise<void> {
  const body = route.request().postDataJSON() as { rows: { collection: string; newDocumentState: object }[] };
  const rows = body.rows.map((row) =>
    row.collection === 'contacts'
      ? { ...row, newDocumentState: { ...row.newDocumentState, contactPhone: '0'.repeat(61) } }
      : row,
  );
  await route.continue({ postData: JSON.stringify({ ...body, rows }) });
}

/** Responds to pushes of enquiries with a 429, so they stay pending while the device is online. */
export async function respondTooManyRequests(route: Route): Promise<void> {
  const { rows } = route.request().postDataJSON() as { rows: { collection: string }[] };
  if (!rows.some(({ collection }) => collection === 'contacts')) return route.continue();
  await route.fulfill({
    status: 429,
    headers: { 'retry-after': '600' },
    json: { error: { code: 'resource-exhausted', message: 'Too many writes.' } },
  });
}
