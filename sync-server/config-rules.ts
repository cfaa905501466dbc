/** Settings that a demo makes for itself and a production start must be given. */
const NEEDED_IN_PRODUCTION: Readonly<Record<string, string>> = {
  ADMIN_TOKEN: 'a secret of at least 16 characters for administration; the demo token is refused',
  STRIPE_SECRET_KEY: "the payment provider's secret key; the payment simulator is refused",
  STRIPE_WEBHOOK_SECRET: "the payment provider's webhook secret",
  PUBLIC_URL: 'the https address of the shop',
};

type Settings = Readonly<Record<string, string | undefined>>;

/** What is wrong with settings that are fine one by one. */
export function findProductionProblems(settings: Settings): readonly string[] {
  if (settings['PRODUCTION'] !== 'true') return findPaymentProblems(settings);
  const missing = Object.entries(NEEDED_IN_PRODUCTION).flatMap(([name, expected]) =>
    settings[name] === undefined ? [`${name}: is not set; PRODUCTION=true needs ${expected}.`] : [],
  );
  const url = settings['PUBLIC_URL'];
  const plain = url !== undefined && /^http:/i.test(url.trim());
  return plain ? [...missing, `PUBLIC_URL: is not https; PRODUCTION=true needs an https address.`] : missing;
}

/** A payment that no webhook can confirm would stay open forever. */
function findPaymentProblems(settings: Settings): readonly string[] {
  if (settings['STRIPE_SECRET_KEY'] === undefined || settings['STRIPE_WEBHOOK_SECRET'] !== undefined)
    return [];
  return ['STRIPE_WEBHOOK_SECRET: is not set; STRIPE_SECRET_KEY needs it, so that payments are confirmed.'];
}

/** The shop's own origin; a shop on this machine is reachable by both names of it. */
export function toAllowedOrigins(publicUrl: string): readonly string[] {
  const twin = publicUrl.includes('//localhost')
    ? publicUrl.replace('//localhost', '//127.0.0.1')
    : publicUrl.replace('//127.0.0.1', '//localhost');
  return [...new Set([publicUrl, twin])];
}
