import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeProgram } from '#cli/program.ts';
import { flattenTree } from '#cli/reference/command-tree.ts';
import { CONFIG_NAMES, SECRET_NAMES } from '#server/config-schema.ts';
import { createStripeGateway } from '#server/payments/stripe-gateway.ts';
import { PAGES } from '#shared/api/pages.ts';

const PAGE = readFileSync('docs/going-live.md', 'utf8');
const BLOCKS = [...PAGE.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, lines = '']) => lines.trim().split('\n'));
/** Texts in backticks, outside blocks. */
const NAMED = [...PAGE.replaceAll(/```.*?```/gs, '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
const COMMANDS = flattenTree(describeProgram());
const SCRIPTS = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts;
/** Programs of the system. */
const PROGRAMS = [
  'apt-get',
  'curl',
  'git',
  'install',
  'journalctl',
  'nano',
  'node',
  'openssl',
  'rsync',
  'systemctl',
  'useradd',
  'cd',
];

const commandLines = [...BLOCKS, ...NAMED]
  .map((line) => line.replace(/^sudo (-u nankeen )?/, '').replace(/^npx /, ''))
  .filter((line) => line.startsWith('nankeen '));

describe('docs/going-live.md', () => {
  it.each(commandLines)('[R-SHP-04] names a command with options that exist: %s', (line) => {
    const words = line.split(' ').slice(1);
    const command = COMMANDS.findLast(
      ({ path }) => path.length > 0 && path.every((word, index) => words[index] === word),
    );
    expect(command, line).toBeDefined();
    const options = [...(command?.options ?? []), ...(COMMANDS[0]?.options ?? [])];
    const flags = options.flatMap(({ flags: all }) => all.split(/[ ,]+/));
    for (const word of words.filter((one) => one.startsWith('-'))) expect(flags).toContain(word);
    const args = words.slice(command?.path.length).filter((word) => !word.startsWith('-'));
    if (command?.commands.length) expect(args).toEqual([]);
  });

  it('[R-SHP-04] names npm scripts that exist, and otherwise programs of the system', () => {
    for (const line of BLOCKS) {
      const [program = '', word = '', script = ''] = line.replace(/^sudo (-u nankeen )?/, '').split(' ');
      if (program === 'npx') expect(word).toBe('nankeen');
      else if (program === 'npm') expect(word === 'ci' || (word === 'run' && script in SCRIPTS)).toBe(true);
      else expect(PROGRAMS).toContain(program);
    }
  });

  it('[R-CST-11] names settings that exist, and every one that going live needs', () => {
    const isSetting = (text: string) => /^[A-Z][A-Z_]{2,}(=|$)/.test(text);
    const settings = NAMED.filter(isSetting).map((text) => text.split('=', 1)[0] ?? '');
    const files = SECRET_NAMES.map((name) => `${name}_FILE`);
    expect(
      settings.filter((name) => !CONFIG_NAMES.includes(name) && !files.includes(name) && name !== 'AAAA'),
    ).toEqual([]);
    const needed =
      'PRODUCTION PUBLIC_URL TRUST_PROXY ADMIN_TOKEN ACCESS_CODE STAFF_EMAILS CONTACT_EMAIL SMTP_URL ' +
      'STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET COMPANY_NAME COMPANY_ADDRESS ABN GST_RULE';
    for (const name of needed.split(' ')) expect(settings).toContain(name);
  });

  it('[R-SHP-04] names the webhook events that the shop needs, and pages and files that exist', async () => {
    const endpoint = { url: '', status: 'enabled', enabled_events: [] };
    const [webhook] = await createStripeGateway({
      secretKey: 'sk_test_1',
      webhookSecrets: [],
      fetch: async () => Response.json({ object: 'list', data: [endpoint] }),
    }).listWebhooks();
    expect(webhook?.missingEvents.length).toBeGreaterThan(0);
    for (const event of webhook?.missingEvents ?? []) expect(NAMED).toContain(event);
    const pages = NAMED.filter((text) => /^\/(login|account|admin)/.test(text));
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(PAGES).toContain(page);
    for (const [, target = ''] of PAGE.matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(join('docs', target))).toBe(true);
  });

  it('[R-SHP-04] is linked from the README and the page on operations', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('(docs/going-live.md)');
    expect(readFileSync('docs/operations.md', 'utf8')).toContain('(going-live.md)');
  });
});
