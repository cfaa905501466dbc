import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShopServer } from './shop-server.ts';

/** First links of the mails to an address, oldest first. The demo writes mails to files, whose long lines are broken. */
export function linksTo({ dataDir }: ShopServer, email: string): readonly string[] {
  const folder = join(dataDir, 'mail');
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => /http\S+/.exec(text.replaceAll(/=\r?\n/g, ''))?.[0] ?? '');
}
