import { DOCTOR_CHECKS, type DoctorCheck } from '#shared/api/doctor-routes.ts';
import type { StaffMember } from '#shared/api/staff-routes.ts';
import { missingSellerSettings } from '#shared/domain/seller.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import type { Config } from '#server/config.ts';
import { DEFAULT_CONTACT_EMAIL } from '#server/config-schema.ts';
import type { GatewayWebhook } from '#server/payments/payment-gateway.ts';
import type { EventCounts } from '#server/payments/payment-store.ts';

type Settings = Pick<
  Config,
  | 'production'
  | 'publicUrl'
  | 'contactEmail'
  | 'smtpUrl'
  | 'stripe'
  | 'seller'
  | 'gstRule'
  | 'backupSchedule'
  | 'deliveryCountries'
  | 'trustedProxies'
  | 'tokenSecret'
  | 'authSecret'
>;

/** What a check of a running shop is made from. */
export interface Readiness {
  readonly config: Settings;
  /** Why the mail server can't be used, in its words. */
  readonly mailProblem: string | undefined;
  readonly mailsGivenUp: number;
  /** Where the payment provider sends events; `undefined` if that can't be read. */
  readonly webhooks: readonly GatewayWebhook[] | undefined;
  /** How many payment events of the last seven days came to the webhook, and how many were found in the provider's list. */
  readonly paymentEvents: EventCounts;
  readonly staff: readonly StaffMember[];
  /** Epoch milliseconds. */
  readonly lastBackupAt: number | undefined;
  readonly disk: { readonly usedPercent: number; readonly freeBytes: number };
  /** Why writes fail, or what is damaged. */
  readonly failure: string | undefined;
  readonly now: number;
}

type Finding = Pick<DoctorCheck, 'state' | 'text'>;

const ok = (text: string): Finding => ({ state: 'ok', text });
const warning = (text: string): Finding => ({ state: 'warning', text });
const problem = (text: string): Finding => ({ state: 'problem', text });

const HOUR_MS = 3_600_000;
const GIGABYTE = 1e9;
/** As for uploads. */
const MIN_FREE_BYTES = 500e6;
export const WEBHOOK_PATH = '/api/v1/webhooks/stripe';

const CHECKS: Readonly<Record<DoctorCheck['check'], (facts: Readiness) => Finding>> = {
  production: checkMode,
  address: checkAddress,
  proxy: checkProxy,
  secrets: checkSecrets,
  mail: checkMail,
  payments: checkPayments,
  delivery: checkDelivery,
  company: checkCompany,
  managers: checkManagers,
  backups: checkBackups,
  disk: checkDisk,
  data: checkData,
  versions: () => ok(`Server ${APP_VERSION}, Node ${process.versions.node}.`),
};

/** Compares a running shop with what going live needs. No text has a secret. */
export function checkReadiness(facts: Readiness): readonly DoctorCheck[] {
  return DOCTOR_CHECKS.map((check) => ({ check, ...CHECKS[check](facts) }));
}

function checkMode({ config: { production } }: Readiness): Finding {
  return production
    ? ok('PRODUCTION=true.')
    : problem('PRODUCTION is not true: everybody who signs in is staff. Set PRODUCTION=true and restart.');
}

function checkAddress({ config: { publicUrl } }: Readiness): Finding {
  return publicUrl.startsWith('https://')
    ? ok(`${publicUrl}.`)
    : problem(`PUBLIC_URL is ${publicUrl}. Set it to the https address of the shop.`);
}

function checkProxy({ config: { trustedProxies } }: Readiness): Finding {
  return trustedProxies.length > 0
    ? ok(`The address of a caller comes from ${trustedProxies.join(', ')}.`)
    : warning(
        'TRUST_PROXY is not set, so behind a proxy all callers share one limit. For a proxy on this machine, set TRUST_PROXY=127.0.0.1.',
      );
}

function checkSecrets({ config: { production, tokenSecret, authSecret } }: Readiness): Finding {
  if (!production) return problem('The secrets may be those of a demo. PRODUCTION=true refuses them.');
  const kept = Object.entries({ TOKEN_SECRET: tokenSecret, AUTH_SECRET: authSecret }).flatMap(
    ([name, value]) => (value === undefined ? [name] : []),
  );
  return ok(
    kept.length === 0
      ? 'All are set.'
      : `All are set; ${kept.join(' and ')} in secrets.json, which no backup has: keep a copy of it.`,
  );
}

function checkMail({ config, mailProblem, mailsGivenUp }: Readiness): Finding {
  const { smtpUrl, contactEmail } = config;
  if (smtpUrl === undefined)
    return problem('SMTP_URL is not set: mails become files that nobody reads. Set it to a mail server.');
  if (contactEmail === DEFAULT_CONTACT_EMAIL)
    return problem(`CONTACT_EMAIL is not set: mails come from ${contactEmail}.`);
  if (mailProblem !== undefined)
    return problem(`The mail server of SMTP_URL can’t be used (${mailProblem}). Check SMTP_URL.`);
  return mailsGivenUp > 0
    ? warning(
        `The mail server answers. ${mailsGivenUp} of the last 90 days’ mails could not be sent: nankeen mails.`,
      )
    : ok(`The mail server answers. Mails come from ${contactEmail}.`);
}

function checkPayments({ config: { stripe, publicUrl }, webhooks, paymentEvents }: Readiness): Finding {
  if (!stripe)
    return problem(
      'STRIPE_SECRET_KEY is not set: the test page takes no money. Set the live key of the Stripe account.',
    );
  if (!/^[sr]k_live_/.test(stripe.secretKey))
    return problem('STRIPE_SECRET_KEY is a test key: no money is taken. Set the live key.');
  const { webhook: arrived, list: missed } = paymentEvents;
  if (!webhooks)
    return warning(
      'The key is live. Whether Stripe sends events here could not be read: Stripe does not answer, or the key may not read webhook endpoints.',
    );
  const address = publicUrl + WEBHOOK_PATH;
  const webhook = webhooks.find(({ url }) => url === address);
  if (!webhook)
    return problem(`Stripe has no webhook endpoint ${address}. Add it, and set its STRIPE_WEBHOOK_SECRET.`);
  if (!webhook.isEnabled) return problem(`The webhook endpoint ${address} is disabled at Stripe. Enable it.`);
  if (webhook.missingEvents.length > 0)
    return problem(
      `The webhook endpoint ${address} lacks events at Stripe. Add ${webhook.missingEvents.join(', ')}.`,
    );
  return missed > 0 && arrived === 0
    ? warning(
        `No event of the last 7 days came to ${address}: the server found ${missed} in Stripe’s list, ten minutes late. Check STRIPE_WEBHOOK_SECRET, and at Stripe why the deliveries fail.`,
      )
    : ok('The key is live, and Stripe sends events here.');
}

function checkDelivery({ config: { deliveryCountries } }: Readiness): Finding {
  return deliveryCountries.length > 0
    ? ok(`Buyers give an address in ${deliveryCountries.join(', ')}.`)
    : warning(
        'DELIVERY_COUNTRIES=none: buyers are asked for no address. Name the countries that you deliver to, such as AU,NZ.',
      );
}

function checkCompany({ config: { seller, gstRule } }: Readiness): Finding {
  const missing = missingSellerSettings(seller);
  if (missing.length > 0)
    return problem(`Receipts don’t name the seller completely. Set ${missing.join(', ')}.`);
  const who = `${seller.name}, ABN ${seller.abn}.`;
  return gstRule === 'law'
    ? ok(`${who} Receipts are tax invoices.`)
    : warning(
        `${who} GST_RULE=specified shows a tenth of a price as GST; Australian law names an eleventh (GST_RULE=law).`,
      );
}

function checkManagers({ config: { production }, staff }: Readiness): Finding {
  const managers = staff.filter(({ role, source }) => role === 'manager' && source !== 'demo');
  const ready = managers.filter(
    ({ account, hasSecondFactor }) => account === 'verified' && (hasSecondFactor || !production),
  );
  if (ready.length > 1) return ok(`${ready.length} managers can sign in with a second factor.`);
  if (ready.length === 1)
    return warning(
      'Only one manager can sign in with a second factor. Grant another one the role, in case that one can’t: nankeen staff grant.',
    );
  return problem(
    managers.length === 0
      ? 'There is no manager. Set STAFF_EMAILS to the first one’s address.'
      : 'No manager can use the role yet: sign up, use the mailed link, and set up a second factor on /account/security.',
  );
}

function checkBackups({ config: { backupSchedule }, lastBackupAt, now }: Readiness): Finding {
  const { everyMs } = backupSchedule;
  if (lastBackupAt === undefined)
    return problem('There is no backup. Create one with nankeen backup create, and look at the log.');
  const hours = Math.floor((now - lastBackupAt) / HOUR_MS);
  const age = `The newest backup is ${hours === 1 ? '1 hour' : `${hours} hours`} old.`;
  if (everyMs === undefined)
    return warning(`${age} None is scheduled: set BACKUP_EVERY, or create them yourself.`);
  return now - lastBackupAt > 2 * everyMs + HOUR_MS
    ? problem(`${age} One is due more often: look at the log.`)
    : ok(`${age} Copy backups and DATA_DIR/files to another machine.`);
}

function checkDisk({ disk: { usedPercent, freeBytes } }: Readiness): Finding {
  const text = `The disk of the data folder is ${usedPercent} % full, ${(freeBytes / GIGABYTE).toFixed(1)} GB are free.`;
  if (usedPercent >= 90 || freeBytes < MIN_FREE_BYTES) return problem(`${text} Make room.`);
  return usedPercent >= 80 ? warning(text) : ok(text);
}

function checkData({ failure }: Readiness): Finding {
  return failure === undefined
    ? ok('Reads and writes work.')
    : problem(
        `The data are degraded (${failure}); see “Health and metrics” and “A damaged file” in docs/operations.md.`,
      );
}
