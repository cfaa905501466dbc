import { SECRET_NAMES } from './config-schema.ts';
import { isDemoSecret, type StoredSecrets } from './secrets-file.ts';

/** Settings that a demo generates and production requires. */
const NEEDED_IN_PRODUCTION: Readonly<Record<string, string>> = {
  ADMIN_TOKEN: 'a secret of at least 16 characters for administration; the demo token is refused',
  STRIPE_SECRET_KEY: "the payment provider's secret key; the payment simulator is refused",
  STRIPE_WEBHOOK_SECRET: "the payment provider's webhook secret",
  PUBLIC_URL: 'the https address of the shop',
};

/** In production, nodes on PostgreSQL can't take these from a file of one machine. */
const NEEDED_BY_NODES: Readonly<Record<string, string>> = {
  TOKEN_SECRET: 'one secret for all nodes, such as from openssl rand -base64 32',
  AUTH_SECRET: 'one secret for all nodes, such as from openssl rand -base64 32',
  SMTP_URL: 'a mail server: mails in a file of one node would be read by nobody',
};

export type Settings = Readonly<Record<string, string | undefined>>;

/** Problems in the combination of settings that are valid one by one. */
export function findProductionProblems(
  settings: Settings,
  readStored: () => StoredSecrets,
): readonly string[] {
  const incomplete = findGoogleProblems(settings);
  if (settings['PRODUCTION'] !== 'true') return [...incomplete, ...findPaymentProblems(settings)];
  const stored = readStored();
  const missing = findMissing(settings, NEEDED_IN_PRODUCTION, 'PRODUCTION=true');
  const missingOfNodes = settings['DATABASE_URL']
    ? findMissing(settings, NEEDED_BY_NODES, 'DATABASE_URL in production')
    : [];
  const url = settings['PUBLIC_URL'];
  const plain = url !== undefined && /^http:/i.test(url.trim());
  return [
    ...incomplete,
    ...missing,
    ...missingOfNodes,
    ...(plain ? [`PUBLIC_URL: is not https; PRODUCTION=true needs an https address.`] : []),
    ...findWeakSecrets(
      { ...(stored.chosenAccessCode ? { ACCESS_CODE: stored.chosenAccessCode } : {}), ...settings },
      stored,
    ),
  ];
}

function findMissing(
  settings: Settings,
  needed: Readonly<Record<string, string>>,
  by: string,
): readonly string[] {
  return Object.entries(needed).flatMap(([name, expected]) =>
    settings[name] === undefined ? [`${name}: is not set; ${by} needs ${expected}.`] : [],
  );
}

/** Fewest different characters of a generated secret. */
const MIN_DIFFERENT = 8;

function findWeakSecrets(settings: Settings, stored: StoredSecrets): readonly string[] {
  return SECRET_NAMES.flatMap((name) => {
    const value = settings[name]?.trim();
    if (value === undefined || name === 'SMTP_URL' || name === 'DATABASE_URL') return [];
    const secrets = value.split(',').map((one) => one.trim());
    if (secrets.some((one) => isDemoSecret(one, stored)))
      return [`${name}: is a demo’s secret; PRODUCTION=true needs one of its own.`];
    if (name === 'STRIPE_SECRET_KEY')
      return /^[sr]k_test_/.test(value) ? [`${name}: is a test key; PRODUCTION=true needs a live key.`] : [];
    if (name === 'ACCESS_CODE') return isWeakAccessCode(value) ? [`${name}: ${WEAK_ACCESS_CODE}`] : [];
    // The providers make their own secrets.
    if (name === 'STRIPE_WEBHOOK_SECRET' || name === 'GOOGLE_CLIENT_SECRET') return [];
    const isWeak = secrets.some((one) => new Set(one).size < MIN_DIFFERENT);
    return isWeak
      ? [
          `${name}: has few different characters; PRODUCTION=true needs a random secret, such as from openssl rand -base64 32.`,
        ]
      : [];
  });
}

export const WEAK_ACCESS_CODE =
  'is easy to guess; PRODUCTION=true needs at least 6 characters, 4 of them different.';

export function isWeakAccessCode(code: string): boolean {
  return code.length < 6 || new Set(code).size < 4;
}

/** Without webhooks payments would stay open forever. */
function findPaymentProblems(settings: Settings): readonly string[] {
  if (settings['STRIPE_SECRET_KEY'] === undefined || settings['STRIPE_WEBHOOK_SECRET'] !== undefined)
    return [];
  return ['STRIPE_WEBHOOK_SECRET: is not set; STRIPE_SECRET_KEY needs it, so that payments are confirmed.'];
}

/** One without the other would leave the button off without a word. */
function findGoogleProblems(settings: Settings): readonly string[] {
  const names = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length !== 1) return [];
  const set = names.find((name) => settings[name] !== undefined);
  return [`${missing[0]}: is not set; ${set} needs it, for sign-in with Google.`];
}

/** The store's own origin; on this machine under both names, `localhost` and `127.0.0.1`. */
export function toAllowedOrigins(publicUrl: string): readonly string[] {
  const twin = publicUrl.includes('//localhost')
    ? publicUrl.replace('//localhost', '//127.0.0.1')
    : publicUrl.replace('//127.0.0.1', '//localhost');
  return [...new Set([publicUrl, twin])];
}
