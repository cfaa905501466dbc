import { describe, expect, test } from 'vitest';
import { isTest, readSourceFiles } from '../support/source-files.ts';

const sources = readSourceFiles().filter(({ path }) => !isTest(path) && !path.startsWith('scripts/'));

/** Lines that fit, as `path: line`. */
function findLines(fits: (line: string) => boolean, within: (path: string) => boolean): readonly string[] {
  return sources
    .filter(({ path }) => within(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (fits(line) ? [`${path}: ${line.trim()}`] : [])),
    );
}

const COMPARISON = /([\w.?()[\]'"]+)\s*[!=]==?\s*([\w.?()[\]'"]+)/g;
const SECRET = /(?:secret|signature|hmac|digest|password|token|hash)(?:\(\w*\))?$/i;
const LITERAL = /^(?:undefined|null|true|false|\d+|['"].*|[A-Z_]+)$/;

/** Whether a line compares a value whose name says that it is secret with anything but a literal. */
function comparesSecret(line: string): boolean {
  return [...line.matchAll(COMPARISON)].some(([, left = '', right = '']) => {
    const operands = [left.replace(/^\(+/, ''), right.replace(/\)+$/, '')];
    return operands.some((one) => SECRET.test(one)) && !operands.some((one) => LITERAL.test(one));
  });
}

/** Comparisons of values that are no secrets. */
const NO_SECRETS: readonly string[] = [
  // Hashes of contents: of a job's plan and of a request.
  'sync-server/core/jobs/assert-may-begin.ts: if (planHash !== undefined && planHash !== plan.hash) {',
  'sync-server/payments/simulator/simulated-checkout.ts: if (stored.requestHash !== requestHash) throw keyReused();',
  // Whether the row that was just written is this one.
  'sync-server/stores/sqlite/device-table.ts: return find.get(device.fid)?.secretHash === device.secretHash;',
];

describe('secrets', () => {
  test.each([
    'if (token === stored) return;',
    'return device.secretHash === hash;',
    'const isOwn = request.signature == sign(body);',
    'if (guess !== options.adminToken) throw refused();',
    'if (a && secret !== given) return;',
  ])('[T53] the check finds %s', (line) => {
    expect(comparesSecret(line)).toBe(true);
  });

  test('[T53] the server compares no secret with ===, whose time depends on the first difference', () => {
    // The tokens of `import` are a parser's.
    const isServer = (path: string) =>
      path.startsWith('sync-server/') && !path.startsWith('sync-server/import/');
    const found = findLines(comparesSecret, isServer);
    expect(found.filter((line) => !NO_SECRETS.includes(line))).toEqual([]);
    expect(NO_SECRETS.filter((line) => !found.includes(line))).toEqual([]);
  });
});

/** Modules that use a network client, each with an address of the settings, or with none. */
const CLIENTS: readonly string[] = [
  'sync-server/accounts/google-provider.ts',
  // Writes mails to files.
  'sync-server/mail/file-mailer.ts',
  'sync-server/mail/smtp-mailer.ts',
  // Signs test events.
  'sync-server/payments/simulator/simulated-checkout.ts',
  'sync-server/payments/stripe-gateway.ts',
];
const USES_CLIENT = [
  /import\('(?:nodemailer|stripe)'\)/,
  /from '(?:undici|ws|node:(?:https|tls|dgram|http2|dns)|better-auth\/plugins\/generic-oauth)/,
  /(?<![.\w])(?:fetch|connect)\(|\bhttp\.(?:get|request)\(/,
];

test('[T31] the server opens connections only for payments, mails and the sign-in with Google', () => {
  const found = findLines(
    (line) => USES_CLIENT.some((one) => one.test(line)),
    (path) => path.startsWith('sync-server/'),
  );
  expect([...new Set(found.map((line) => line.split(':', 1)[0]))]).toEqual(CLIENTS);
});

describe('messages between tabs', () => {
  test('[T46] the app listens to messages of its own channels and service worker only, never to a window', () => {
    const found = findLines(
      (line) => /addEventListener\(\s*'message'|\bonmessage\b/.test(line),
      (path) => path.startsWith('pwa/'),
    );
    expect(found.map((line) => line.replace(/\(.*/, ''))).toEqual([
      'pwa/data/files/file-database.ts: channel.addEventListener',
      'pwa/data/files/prepare-file.ts: worker.addEventListener',
      'pwa/data/files/prepare-worker.ts: addEventListener',
      'pwa/data/forms/form-database.ts: channel.addEventListener',
      'pwa/data/session/google-window.ts: channel.addEventListener',
      'pwa/data/session/google-window.ts: channel.addEventListener',
      'pwa/data/session/installation-database.ts: channel.addEventListener',
      'pwa/data/store/picture-cache.ts: navigator.serviceWorker?.addEventListener',
      'pwa/data/store/tab-channel.ts: this.#channel.addEventListener',
      'pwa/data/sync/connection-channel.ts: channel.addEventListener',
      'pwa/data/sync/connection-channel.ts: channel.addEventListener',
      'pwa/data/sync/page-wakes.ts: channel.addEventListener',
      'pwa/service-worker/service-worker.ts: self.addEventListener',
    ]);
  });

  test('[T46] the app sends no message to another window', () => {
    const found = findLines(
      (line) => /\b(?:window|parent|opener|top)\??\.postMessage/.test(line),
      (path) => path.startsWith('pwa/'),
    );
    expect(found).toEqual([]);
  });
});
