import { isIP } from 'node:net';
import * as v from 'valibot';
import { isAbn } from '#shared/domain/abn.ts';
import { GST_RULES } from '#shared/domain/order-totals.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { GOOGLE_ISSUER } from './accounts/google-settings.ts';
import { LOG_LEVELS } from './log.ts';

const ENDPOINT = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;

const text = (expected: string) => v.pipe(v.string(expected), v.trim(), v.minLength(1, expected));
const matching = (pattern: RegExp, expected: string) => v.pipe(text(expected), v.regex(pattern, expected));
const email = (expected: string) => v.pipe(text(expected), v.email(expected));
const secret = (length: number) => v.pipe(v.string(), v.minLength(length, `at least ${length} characters`));
const list = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
);

const PORT = 'a whole number from 0 to 65535';
const LIMIT = 'a whole number from 1 to 9999999';
const SCHEDULE = 'off, or a number and m, h or d, such as 30m, 24h or 7d';
const KEPT = 'a whole number from 1 to 9999';
const BYTES = 'a whole number of bytes, at least 1000';
const FLAG = 'true or false';
const PROXIES = 'addresses or networks such as 10.0.0.1, 10.0.0.0/8 with commas between';
const COUNTRIES = 'codes of two capital letters such as AU, with commas between, or none';
const ABN =
  'the eleven digits of an Australian Business Number with right check digits, such as 51 824 753 556';
const COMPANY_NAME = 'the name of the company in at most 200 characters';
const COMPANY_ADDRESS = 'the address of the company in one line of at most 300 characters';
const DATABASE = 'an address such as postgres://user:password@host:5432/name';
const SCHEMA = 'a name of at most 48 small letters, digits and _, such as nankeen';
const CONNECTIONS = 'a whole number from 3 to 100';
const NODE = 'a name of at most 60 letters, digits, dots, - and _';
const DRAIN = 'a whole number from 0 to 999';
const HOSTS = 'names of hosts such as images.example, without https:// and paths, with commas between';
const SIGNING_SECRETS = 'at least 32 characters; or two such secrets with a comma, the new one first';
const SMTP_EXPECTED = 'an address that begins with smtp:// or smtps://';
const HEADER_VALUE = 'letters, digits and signs of ASCII, without spaces: a request sends it in a header';
const STRIPE_KEY = 'a key that begins with sk_ or rk_, without spaces';
const ISSUER =
  'the issuer of an OpenID provider, such as https://accounts.google.com, without a slash at its end; http only on this machine';
const URL_EXPECTED = 'an address such as https://shop.example, without a path';

const signingSecrets = v.pipe(
  list,
  v.minLength(1, SIGNING_SECRETS),
  v.maxLength(2, SIGNING_SECRETS),
  v.everyItem(({ length }) => length >= 32, SIGNING_SECRETS),
);
const limit = v.pipe(matching(/^[1-9]\d{0,6}$/, LIMIT), v.transform(Number));
const bytes = v.pipe(matching(/^[1-9]\d{3,14}$/, BYTES), v.transform(Number));

export const DEFAULT_DATA_DIR = './data';
export const DEFAULT_CONTACT_EMAIL = 'hello@nankeen.example';

const FLAG_SETTING = v.optional(
  v.pipe(
    v.picklist(['true', 'false'], FLAG),
    v.transform((flag) => flag === 'true'),
  ),
  'false',
);

/** Every variable that the server reads, with a description of valid values. */
export const environmentSchema = v.object({
  PORT: v.optional(
    v.pipe(matching(/^\d{1,5}$/, PORT), v.transform(Number), v.maxValue(65_535, PORT)),
    '8787',
  ),
  HOST: v.optional(text('a host name or an address'), '127.0.0.1'),
  DATA_DIR: v.optional(text('a folder'), DEFAULT_DATA_DIR),
  FILES_DIR: v.optional(text('a folder')),
  DATABASE_URL: v.optional(v.pipe(text(DATABASE), v.check(isDatabase, DATABASE))),
  DATABASE_SCHEMA: v.optional(matching(/^[a-z][a-z0-9_]{0,47}$/, SCHEMA), 'nankeen'),
  DATABASE_CONNECTIONS: v.optional(
    v.pipe(
      matching(/^\d{1,3}$/, CONNECTIONS),
      v.transform(Number),
      v.minValue(3, CONNECTIONS),
      v.maxValue(100, CONNECTIONS),
    ),
    '8',
  ),
  DATABASE_KEEPS_ALL: FLAG_SETTING,
  NODE_NAME: v.optional(matching(/^[\w.-]{1,60}$/, NODE)),
  DRAIN_SECONDS: v.optional(v.pipe(matching(/^\d{1,3}$/, DRAIN), v.transform(Number)), '5'),
  DATA_ENDPOINT: v.optional(
    matching(ENDPOINT, 'names separated by slashes, such as testing/data'),
    DEFAULT_DATA_ENDPOINT,
  ),
  PRODUCTION: FLAG_SETTING,
  PUBLIC_URL: v.optional(v.pipe(text(URL_EXPECTED), v.check(isOrigin, URL_EXPECTED), v.transform(toOrigin))),
  ADMIN_TOKEN: v.optional(v.pipe(secret(16), v.regex(/^[!-~]*$/, HEADER_VALUE))),
  ACCESS_CODE: v.optional(secret(4)),
  TOKEN_SECRET: v.optional(signingSecrets),
  AUTH_SECRET: v.optional(signingSecrets),
  STORE_CURRENCY: v.optional(matching(/^[A-Z]{3}$/, 'three capital letters such as AUD'), 'AUD'),
  DELIVERY_COUNTRIES: v.optional(
    v.pipe(
      list,
      v.transform((codes) => (codes.join() === 'none' ? [] : codes)),
      v.everyItem((code) => /^[A-Z]{2}$/.test(code), COUNTRIES),
    ),
    'AU',
  ),
  CONTACT_EMAIL: v.optional(email('an email address'), DEFAULT_CONTACT_EMAIL),
  COMPANY_NAME: v.optional(v.pipe(text(COMPANY_NAME), v.maxLength(200, COMPANY_NAME))),
  COMPANY_ADDRESS: v.optional(v.pipe(text(COMPANY_ADDRESS), v.maxLength(300, COMPANY_ADDRESS))),
  ABN: v.optional(v.pipe(text(ABN), v.check(isAbn, ABN))),
  GST_RULE: v.optional(v.picklist(GST_RULES, `one of ${GST_RULES.join(', ')}`), 'specified'),
  PICTURE_HOSTS: v.optional(v.pipe(list, v.everyItem(isHostName, HOSTS)), ''),
  STRIPE_SECRET_KEY: v.optional(matching(/^[sr]k_[!-~]*$/, STRIPE_KEY)),
  STRIPE_WEBHOOK_SECRET: v.optional(
    v.pipe(
      list,
      v.minLength(1, 'one secret, or two with a comma'),
      v.everyItem(isWebhookSecret, 'secrets that begin with whsec_'),
    ),
  ),
  GOOGLE_CLIENT_ID: v.optional(text('the client ID that Google gave')),
  GOOGLE_CLIENT_SECRET: v.optional(secret(8)),
  OIDC_ISSUER: v.optional(v.pipe(text(ISSUER), v.check(isIssuer, ISSUER)), GOOGLE_ISSUER),
  SMTP_URL: v.optional(
    v.pipe(matching(/^smtps?:\/\/.+/, SMTP_EXPECTED), v.check(URL.canParse, SMTP_EXPECTED)),
  ),
  STAFF_EMAILS: v.optional(
    v.pipe(
      list,
      v.everyItem(
        (entry) => v.is(v.pipe(v.string(), v.email()), entry),
        'email addresses with commas between',
      ),
    ),
    '',
  ),
  INSTALLATIONS_PER_MINUTE: v.optional(limit, '60'),
  INSTALLATIONS_PER_MINUTE_IN_TOTAL: v.optional(limit, '1200'),
  ENQUIRIES_PER_HOUR: v.optional(limit, '10'),
  ENQUIRIES_PER_HOUR_OF_NETWORK: v.optional(limit, '60'),
  WRITES_PER_HOUR: v.optional(limit, '6000'),
  WRITES_PER_HOUR_OF_NETWORK: v.optional(limit, '30000'),
  BYTES_PER_HOUR: v.optional(bytes, '16777216'),
  BYTES_PER_HOUR_OF_NETWORK: v.optional(bytes, '67108864'),
  BYTES_PER_HOUR_IN_TOTAL: v.optional(bytes, '1073741824'),
  STORED_WRITES: v.optional(limit, '20000'),
  STORED_BYTES: v.optional(bytes, '134217728'),
  REJECTED_BYTES: v.optional(bytes, '67108864'),
  CHECKOUTS_PER_HOUR: v.optional(limit, '30'),
  CHECKOUTS_PER_HOUR_OF_NETWORK: v.optional(limit, '300'),
  CHECKOUTS_PER_HOUR_IN_TOTAL: v.optional(limit, '3000'),
  IMPORT_MAX_BYTES: v.optional(bytes, '2147483648'),
  FILES_MAX_BYTES: v.optional(bytes, '5368709120'),
  BACKUP_EVERY: v.optional(
    v.pipe(matching(/^(?:off|[1-9]\d{0,3}[mhd])$/, SCHEDULE), v.transform(toMilliseconds)),
  ),
  BACKUP_KEEP: v.optional(v.pipe(matching(/^[1-9]\d{0,3}$/, KEPT), v.transform(Number)), '14'),
  STREAMS_PER_DEVICE: v.optional(limit, '3'),
  STREAMS_PER_NETWORK: v.optional(limit, '50'),
  STREAMS_IN_TOTAL: v.optional(limit, '10000'),
  TRUST_PROXY: v.optional(v.pipe(list, v.everyItem(isAddressOrNetwork, PROXIES)), ''),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`), 'info'),
});

export const CONFIG_NAMES = Object.keys(environmentSchema.entries);

/** Settings that may also be in a file, which `<name>_FILE` names. */
export const SECRET_NAMES = [
  'ADMIN_TOKEN',
  'ACCESS_CODE',
  'TOKEN_SECRET',
  'AUTH_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'SMTP_URL',
  'DATABASE_URL',
];

/** @returns 0 for `off` */
function toMilliseconds(value: string): number {
  const minutes = { m: 1, h: 60, d: 24 * 60 }[value.at(-1) ?? ''] ?? 0;
  return value === 'off' ? 0 : Number.parseInt(value, 10) * minutes * 60_000;
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.username === '';
}

function toOrigin(value: string): string {
  return new URL(value).origin;
}

function isDatabase(value: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(value) || !URL.canParse(value)) return false;
  return new URL(value).pathname.length > 1;
}

/** Compared letter by letter with what the provider says of itself. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value) || /[?#]|\/$/.test(value)) return false;
  const { protocol, hostname, username } = new URL(value);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  return (protocol === 'https:' || isLocal) && username === '';
}

function isHostName(value: string): boolean {
  // `URL` alone would accept a port, a path or an address in digits.
  return /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/i.test(value) && URL.canParse(`https://${value}`);
}

function isWebhookSecret(value: string): boolean {
  return /^whsec_\S+$/.test(value);
}

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}
