import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShopServer } from './shop-server.ts';

/** The text of the mail to an address with these words in its subject; empty without one. */
export function mailTo(shop: ShopServer, email: string, subject: string): string {
  const isIt = (text: string) => text.includes(`To: ${email}`) && text.includes(subject);
  return readMails(shop).find(isIt) ?? '';
}

/** How many mails have these words in their subject. */
export function countMails(shop: ShopServer, email: string, subject: string): number {
  return readMails(shop).filter((text) => text.includes(`To: ${email}`) && text.includes(subject)).length;
}

/** First links of the mails to an address, oldest first. The demo writes mails to files, whose long lines are broken. */
export function linksTo(shop: ShopServer, email: string): readonly string[] {
  return readMails(shop)
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => /http\S+/.exec(text)?.[0] ?? '');
}

/** Oldest first. */
function readMails({ dataDir }: ShopServer): readonly string[] {
  const folder = join(dataDir, 'mail');
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/=\r?\n/g, ''));
}
