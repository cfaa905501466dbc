import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { CONFIG_NAMES } from '#server/config-schema.ts';
import { AppError } from '#shared/kernel/app-error.ts';

const PRODUCTION = {
  PRODUCTION: 'true',
  PUBLIC_URL: 'https://shop.example/',
  ADMIN_TOKEN: 'a-long-admin-token-0123',
  ACCESS_CODE: 'kestrel-9',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env, '/srv/nankeen');
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return (error as AppError).message.split('\n').slice(1);
  }
  return [];
}

describe('settings', () => {
  it('[R-CST-11] without any variable the server is in demo mode with its data below testing/data', () => {
    expect(readConfig({}, '/srv/nankeen')).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      dataDir: '/srv/nankeen/data',
      dataEndpoint: 'testing/data',
      production: false,
      publicUrl: 'http://localhost:8787',
      allowedOrigins: ['http://localhost:8787', 'http://127.0.0.1:8787'],
      currency: 'AUD',
      contactEmail: 'hello@nankeen.example',
      stripe: undefined,
      staffEmails: [],
      logLevel: 'info',
    });
  });

  it('[R-CST-11] a production start reads its settings from the environment', () => {
    const config = readConfig({ ...PRODUCTION, STAFF_EMAILS: 'Ann@Shop.example, bo@shop.example' }, '/srv');
    expect(config).toMatchObject({
      production: true,
      publicUrl: 'https://shop.example',
      stripe: { secretKey: 'sk_live_abc', webhookSecrets: ['whsec_new', 'whsec_old'] },
      staffEmails: ['ann@shop.example', 'bo@shop.example'],
    });
  });

  it('[R-CST-11] without a database the files are in the data folder, and a stop does not wait', () => {
    const config = readConfig({ DATA_DIR: 'shop' }, '/srv');
    expect(config).toMatchObject({ database: undefined, filesDir: '/srv/shop', drainMs: 0 });
  });

  it('[R-CST-11] a node of several reads where the database and the shared files are', () => {
    const DATABASE_URL = 'postgres://shop:secret@db.example:5432/shop';
    expect(readConfig({ DATABASE_URL, FILES_DIR: 'files', NODE_NAME: 'one' }, '/srv')).toMatchObject({
      database: { url: DATABASE_URL, schema: 'nankeen', connections: 8 },
      filesDir: '/srv/files',
      nodeName: 'one',
      drainMs: 5000,
    });
  });

  it('[R-CST-11] in production nodes share their secrets and a mail server, and each missing setting is named', () => {
    const problems = problemsOf({ ...PRODUCTION, DATABASE_URL: 'postgres://shop@db.example/shop' });
    expect(problems.map((problem) => /- (\w+): is not set/.exec(problem)?.[1])).toEqual([
      'TOKEN_SECRET',
      'AUTH_SECRET',
      'SMTP_URL',
    ]);
  });

  it.each([
    'mysql://db.example/shop',
    'postgres://db.example',
    'db.example',
    'postgres://shop:hush@db.example/',
  ])('[R-CST-11] %j is not the address of a database, and is not shown with its password', (DATABASE_URL) => {
    expect(problemsOf({ DATABASE_URL })).toEqual([
      '  - DATABASE_URL: the value given is not accepted; expected an address such as postgres://user:password@host:5432/name.',
    ]);
  });

  it('[T16] pages show pictures of the shop itself and, over https, of the hosts in the settings', () => {
    const PICTURE_HOSTS = 'cdn.shopify.com, Images.Example,xn--bcher-kva.example';
    expect(readConfig({}, '/srv').pictureOrigins).toEqual(['http://localhost:8787']);
    expect(readConfig({ ...PRODUCTION, PICTURE_HOSTS }, '/srv').pictureOrigins).toEqual([
      'https://shop.example',
      'https://cdn.shopify.com',
      'https://images.example',
      'https://xn--bcher-kva.example',
    ]);
  });

  it.each([
    'https://images.example',
    'images.example/pictures',
    'images.example:8443',
    'images.example; script-src *',
    "images.example 'unsafe-inline'",
    '*',
    '*.example',
    '203.0.113.7',
    '.example',
    'images..example',
    'bücher.example',
    'localhost',
  ])('[T16] %j is not a host of pictures', (host) => {
    expect(problemsOf({ PICTURE_HOSTS: `cdn.example, ${host}` })).toEqual([
      `  - PICTURE_HOSTS: ${JSON.stringify(`cdn.example, ${host}`)} is not accepted; expected names of hosts such as images.example, without https:// and paths, with commas between.`,
    ]);
  });

  it('[R-CST-11] [T50] production refuses to start with demo secrets or the payment simulator, and names each missing setting', () => {
    const problems = problemsOf({ PRODUCTION: 'true' }).join('\n');
    for (const name of ['ADMIN_TOKEN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'PUBLIC_URL']) {
      expect(problems).toContain(`${name}: is not set`);
    }
  });

  it('[T33] an empty webhook secret counts as missing, and the start is refused', () => {
    expect(problemsOf({ ...PRODUCTION, STRIPE_WEBHOOK_SECRET: '  ' })).toEqual([
      expect.stringContaining('STRIPE_WEBHOOK_SECRET: is not set'),
    ]);
    expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
      expect.stringContaining('STRIPE_WEBHOOK_SECRET: is not set'),
    ]);
  });

  it('[AU3] sign-in with Google needs the client’s id and secret, and shows photos from Google', () => {
    const GOOGLE = { GOOGLE_CLIENT_ID: 'shop.apps.example', GOOGLE_CLIENT_SECRET: 'GOCSPX-secret' };
    expect(readConfig({}, '/srv').google).toBeUndefined();
    const { google, pictureOrigins } = readConfig({ ...PRODUCTION, ...GOOGLE }, '/srv');
    expect(google).toEqual({
      clientId: 'shop.apps.example',
      clientSecret: 'GOCSPX-secret',
      issuer: 'https://accounts.google.com',
      timeoutMs: 10_000,
    });
    expect(pictureOrigins).toContain('https://lh3.googleusercontent.com');
    const other = readConfig({ ...GOOGLE, OIDC_ISSUER: 'https://id.example/realm' }, '/srv');
    expect(other.google?.issuer).toBe('https://id.example/realm');
    expect(other.pictureOrigins).toEqual(['http://localhost:8787']);
    for (const name of ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const) {
      const { [name]: _left, ...rest } = GOOGLE;
      for (const settings of [rest, { ...PRODUCTION, ...rest }]) {
        expect(problemsOf(settings)).toEqual([expect.stringContaining(`${name}: is not set`)]);
      }
    }
  });

  it.each([
    'accounts.google.com',
    'http://id.example',
    'https://id.example/',
    'https://id.example?x',
    'ftp://x',
  ])('[AU3] %j is not the issuer of an OpenID provider', (OIDC_ISSUER) => {
    expect(problemsOf({ OIDC_ISSUER })).toEqual([expect.stringContaining('OIDC_ISSUER')]);
  });

  it('[PY12] receipts have the seller and the GST rule from the settings; the ABN is written in groups', () => {
    expect(readConfig({}, '/srv')).toMatchObject({
      seller: { name: '', address: '', abn: '' },
      gstRule: 'specified',
    });
    const COMPANY_ADDRESS = '12 Hangar Road, Tamworth NSW 2340';
    const settings = {
      COMPANY_NAME: 'Nankeen Pty Ltd',
      COMPANY_ADDRESS,
      ABN: '51824753556',
      GST_RULE: 'law',
    };
    expect(readConfig({ ...PRODUCTION, ...settings }, '/srv')).toMatchObject({
      seller: { name: 'Nankeen Pty Ltd', address: COMPANY_ADDRESS, abn: '51 824 753 556' },
      gstRule: 'law',
    });
  });

  it('[PY12] an ABN with wrong check digits and an unknown GST rule stop the start, with a sentence each', () => {
    expect(problemsOf({ ABN: '51 824 753 557', GST_RULE: 'tenth' })).toEqual([
      '  - ABN: "51 824 753 557" is not accepted; expected the eleven digits of an Australian Business Number with right ' +
        'check digits, such as 51 824 753 556.',
      '  - GST_RULE: "tenth" is not accepted; expected one of specified, law.',
    ]);
  });

  it('[PY9] the shop delivers to Australia, to the countries in the settings, or nowhere', () => {
    const countriesOf = (env: Record<string, string>) => readConfig(env, '/srv').deliveryCountries;
    expect(countriesOf({})).toEqual(['AU']);
    expect(countriesOf({ DELIVERY_COUNTRIES: 'AU, NZ' })).toEqual(['AU', 'NZ']);
    expect(countriesOf({ DELIVERY_COUNTRIES: 'none' })).toEqual([]);
  });

  it.each(['au', 'AUS', 'Australia', 'AU;NZ', 'AU,none'])(
    '[PY9] the delivery countries %j stop the start',
    (DELIVERY_COUNTRIES) => {
      expect(problemsOf({ DELIVERY_COUNTRIES })).toEqual([
        expect.stringContaining(`DELIVERY_COUNTRIES: "${DELIVERY_COUNTRIES}" is not accepted`),
      ]);
    },
  );

  it('[R-CST-11] production needs an https address', () => {
    expect(problemsOf({ ...PRODUCTION, PUBLIC_URL: 'http://shop.example' })).toEqual([
      expect.stringContaining('PUBLIC_URL: is not https'),
    ]);
  });

  it('[R-CST-11] [T50] all invalid settings are reported at once with valid values, and no secret is shown', () => {
    const faults = {
      PORT: '99999',
      PRODUCTION: 'yes',
      DATA_ENDPOINT: '/x/',
      STORE_CURRENCY: 'dollars',
      PUBLIC_URL: 'shop.example',
      LOG_LEVEL: 'loud',
      ADMIN_TOKEN: 'hunter2',
      SMTP_URL: 'mail.example',
      STAFF_EMAILS: 'ann',
    };
    const problems = problemsOf(faults);
    for (const name of Object.keys(faults)) {
      expect(problems.filter((problem) => problem.includes(`- ${name}:`))).toHaveLength(1);
    }
    expect(problems.join()).not.toContain('hunter2');
    expect(problems.join()).toContain(
      'PORT: "99999" is not accepted; expected a whole number from 0 to 65535.',
    );
  });

  it.each([
    'correct horse battery',
    'correct-horse-battery ',
    'schlüssel-der-verwaltung',
    'line one\nline two',
  ])('[R-CST-11] the admin token %j, which no header can carry, stops the start', (ADMIN_TOKEN) => {
    expect(problemsOf({ ADMIN_TOKEN })).toEqual([
      '  - ADMIN_TOKEN: the value given is not accepted; expected letters, digits and signs of ASCII, without spaces: ' +
        'a request sends it in a header.',
    ]);
  });

  it('[T33] a key of the payment provider with a space in it stops the start', () => {
    expect(problemsOf({ ...PRODUCTION, STRIPE_SECRET_KEY: 'sk_live_a bc' })).toEqual([
      expect.stringContaining('STRIPE_SECRET_KEY: the value given is not accepted'),
    ]);
  });

  it('[R-CST-11] the example file names every setting', () => {
    const example = readFileSync('.env.example', 'utf8');
    const named = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(CONFIG_NAMES.toSorted());
  });
});
