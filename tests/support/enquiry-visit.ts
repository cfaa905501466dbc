import type { Page, Route } from 'playwright-core';
import type { LocalStore } from './shop-server.ts';

/** Goes to the enquiry form, fills it and sends it. @returns the enquiry's id */
export async function sendEnquiry(page: Page, shop: LocalStore, message: string): Promise<string> {
  await page.goto(`${shop.origin}/contact`);
  return submitEnquiry(page, message);
}

/** Fills the form that is open and sends it. @returns the enquiry's id */
export async function submitEnquiry(page: Page, message: string): Promise<string> {
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  const link = page.getByRole('link', { name: 'Read or change it' });
  const address = (await link.getAttribute('href')) ?? '';
  return address.slice(address.lastIndexOf('/') + 1);
}

/** Opens an enquiry on this device and sends it again with another message. */
export async function changeEnquiry(page: Page, id: string, message: string): Promise<void> {
  await openEnquiry(page, id);
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: 'Update Enquiry' }).click();
  await page.getByText('Thank you for submitting an enquiry').waitFor();
}

/** Opens an enquiry that is on this device. */
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

/** An enquiry as the server has it. */
export async function storedEnquiry(shop: LocalStore, id: string): Promise<StoredEnquiry | undefined> {
  const answer = await shop.admin(`/testing/data/contacts/${id}`);
  return answer.ok ? ((await answer.json()) as StoredEnquiry) : undefined;
}

interface HistoryAnswer {
  readonly entries: readonly {
    readonly operation: string;
    readonly data: { readonly contactMessage: string };
  }[];
}

/** The messages an enquiry has had on the server, oldest first. */
export async function storedMessages(shop: LocalStore, id: string): Promise<readonly string[]> {
  const answer = await shop.admin(`/testing/data/contacts/${id}/history`);
  if (!answer.ok) return [];
  const { entries } = (await answer.json()) as HistoryAnswer;
  return entries.map(({ data }) => data.contactMessage).toReversed();
}

export const PUSHED_ENQUIRIES = '**/contacts/push';

/** Lets this device send what the server's rules refuse, as an app of an earlier version could. */
export async function sendTooLongPhone(route: Route): Promise<void> {
  const body = route.request().postDataJSON() as { rows: { newDocumentState: object }[] };
  const rows = body.rows.map((row) => ({
    ...row,
    newDocumentState: { ...row.newDocumentState, contactPhone: '0'.repeat(61) },
  }));
  await route.continue({ postData: JSON.stringify({ ...body, rows }) });
}

/** The server asks for patience: what waits stays, and the device is online all the same. */
export async function answerTooMany(route: Route): Promise<void> {
  await route.fulfill({
    status: 429,
    headers: { 'retry-after': '600' },
    json: { error: { code: 'resource-exhausted', message: 'Too many writes.' } },
  });
}
