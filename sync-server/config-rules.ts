import { SECRET_NAMES } from './config-schema.ts';
import { isDemoSecret, type StoredSecrets } from './secrets-file.ts';

/** Settings that a demo generates and production requires. */
const NEEDED_IN_PRODUCTION: Readonly<Record<string, string>> = {
  ADMIN_TOKEN: 'a secret of at least 16 characters for administration; the demo token is refused',
  STRIPE_SECRET_KEY: "the payment provider's secret key; the payment simulator is refused",
  STRIPE_WEBHOOK_SECRET: "the payment provider's webhook secret",
  PUBLIC_URL: 'the https address of the shop',
};

export type Settings = Readonly<Record<string, string | undefined>>;

/** Problems in the combination of settings that are valid one by one. */
export function findProductionProblems(
  settings: Settings,
  readStored: () => StoredSecrets,
): readonly string[] {
  if (settings['PRODUCTION'] !== 'true') return findPaymentProblems(settings);
  const stored = readStored();
  const missing = Object.entries(NEEDED_IN_PRODUCTION).flatMap(([name, expected]) =>
    settings[name] === undefined ? [`${name}: is not set; PRODUCTION=true needs ${expected}.`] : [],
  );
  const url = settings['PUBLIC_URL'];
  const plain = url !== undefined && /^http:/i.test(url.trim());
  return [
    ...missing,
    ...(plain ? [`PUBLIC_URL: is not https; PRODUCTION=true needs an https address.`] : []),
    ...findWeakSecrets(
      { ...(stored.chosenAccessCode ? { ACCESS_CODE: stored.chosenAccessCode } : {}), ...settings },
      stored,
    ),
  ];
}

/** Fewest different characters of a generated secret. */
const MIN_DIFFERENT = 8;

function findWeakSecrets(settings: Settings, stored: StoredSecrets): readonly string[] {
  return SECRET_NAMES.flatMap((name) => {
    const value = settings[name]?.trim();
    if (value === undefined || name === 'SMTP_URL') return [];
    const secrets = value.split(',').map((one) => one.trim());
    if (secrets.some((one) => isDemoSecret(one, stored)))
      return [`${name}: is a demo’s secret; PRODUCTION=true needs one of its own.`];
    if (name === 'STRIPE_SECRET_KEY')
      return /^[sr]k_test_/.test(value) ? [`${name}: is a test key; PRODUCTION=true needs a live key.`] : [];
    if (name === 'ACCESS_CODE') return isWeakAccessCode(value) ? [`${name}: ${WEAK_ACCESS_CODE}`] : [];
    // The provider makes its own secrets.
    if (name === 'STRIPE_WEBHOOK_SECRET') return [];
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

/** The store's own origin; on this machine under both names, `localhost` and `127.0.0.1`. */
export function toAllowedOrigins(publicUrl: string): readonly string[] {
  const twin = publicUrl.includes('//localhost')
    ? publicUrl.replace('//localhost', '//127.0.0.1')
    : publicUrl.replace('//127.0.0.1', '//localhost');
  return [...new Set([publicUrl, twin])];
}
