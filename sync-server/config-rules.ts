/** Settings that a demo generates and production requires. */
const NEEDED_IN_PRODUCTION: Readonly<Record<string, string>> = {
  ADMIN_TOKEN: 'a secret of at least 16 characters for administration; the demo token is refused',
  STRIPE_SECRET_KEY: "the payment provider's secret key; the payment simulator is refused",
  STRIPE_WEBHOOK_SECRET: "the payment provider's webhook secret",
  PUBLIC_URL: 'the https address of the shop',
};

type Settings = Readonly<Record<string, string | undefined>>;

/** Problems in the combination of settings that are valid one by one. */
export function findProductionProblems(settings: Settings): readonly string[] {
  if (settings['PRODUCTION'] !== 'true') return findPaymentProblems(settings);
  const missing = Object.entries(NEEDED_IN_PRODUCTION).flatMap(([name, expected]) =>
    settings[name] === undefined ? [`${name}: is not set; PRODUCTION=true needs ${expected}.`] : [],
  );
  const url = settings['PUBLIC_URL'];
  const plain = url !== undefined && /^http:/i.test(url.trim());
  return plain ? [...missing, `PUBLIC_URL: is not https; PRODUCTION=true needs an https address.`] : missing;
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
