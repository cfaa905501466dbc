import { join } from 'node:path';
import type { Config } from './config.ts';
import { DEMO_STAFF_EMAIL } from './accounts/demo-staff.ts';
import type { Secrets } from './secrets.ts';

/** The text printed once the server is reachable. */
export function toBanner(config: Config, { adminToken, accessCode, demo }: Secrets, port: number): string {
  const address = config.production ? config.publicUrl : `http://localhost:${port}`;
  const lines: (readonly [string, string])[] = [
    ['Shop', address],
    ['Data', config.database ? toPublicAddress(config.database.url) : config.dataDir],
    ['Mail', config.smtpUrl === undefined ? join(config.dataDir, 'mail') : 'by SMTP'],
  ];
  if (demo) {
    lines.push(
      ['Access code', accessCode],
      ['Staff sign-in', `${DEMO_STAFF_EMAIL}  ${demo.staffPassword}`],
      ['Admin token', adminToken],
      ['', 'Demo secrets, made for this data folder. Payments are a test: no money moves.'],
    );
  }
  const rows = lines.map(([label, value]) => `  ${label.padEnd(15)}${value}`);
  return `\nNankeen is ready.\n\n${rows.join('\n')}\n\n`;
}

/** Without the password. */
function toPublicAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}${port && `:${port}`}${pathname}`;
}
