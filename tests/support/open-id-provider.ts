import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { interactionPolicy, Provider } from 'oidc-provider';
import { expect } from 'vitest';
import type { TestBrowser } from './account-world.ts';

/** People with an account at the provider, by their subject. */
export const PEOPLE = {
  verified: {
    name: 'Vera Finch',
    email: 'vera@example.com',
    email_verified: true,
    picture: 'https://photos.example/vera.png',
  },
  unverified: { name: 'Uwe Wren', email: 'uwe@example.com', email_verified: false },
  /** Their address belongs to `ANN` of the account world. */
  known: {
    name: 'Ann Kite',
    email: 'Ann@Example.com',
    email_verified: true,
    picture: 'https://photos.example/ann.png',
  },
  /** Somebody signs up with this address and never confirms it. */
  unproven: { name: 'Una Rook', email: 'una@example.com', email_verified: true },
  nameless: { email: 'crow@example.com', email_verified: true },
  another: { name: 'Ada Crane', email: 'ada@example.com', email_verified: true },
  'one more': { name: 'Omar Swift', email: 'omar@example.com', email_verified: true },
  careful: { name: 'Cora Lark', email: 'cora@example.com', email_verified: true },
  addressless: { name: 'Noor Lark' },
} as const;
export type Person = keyof typeof PEOPLE;

type Claims = Record<string, unknown>;

/** What is wrong with the provider's next ID tokens. */
const FAULTS = {
  'wrong nonce': (claims: Claims) => ({ ...claims, nonce: 'of another sign-in' }),
  'no nonce': ({ nonce: _nonce, ...claims }: Claims) => claims,
  'wrong audience': (claims: Claims) => ({ ...claims, aud: 'another-client' }),
  'another audience too': (claims: Claims) => ({ ...claims, aud: [CLIENT.clientId, 'another-client'] }),
  'wrong authorized party': (claims: Claims) => ({ ...claims, azp: 'another-client' }),
  'wrong issuer': (claims: Claims) => ({ ...claims, iss: 'https://evil.example' }),
  expired: (claims: Claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }),
  'no expiry': ({ exp: _exp, ...claims }: Claims) => claims,
  'no subject': ({ sub: _sub, ...claims }: Claims) => claims,
  'another key': (claims: Claims) => claims,
  unsigned: (claims: Claims) => claims,
  /** Valid in itself: the one that the provider issued before, to another person. */
  'of another account': (claims: Claims) => claims,
  'text for a truth value': (claims: Claims) => ({ ...claims, email_verified: 'true' }),
} as const;
export type TokenFault = keyof typeof FAULTS;
export const TOKEN_FAULTS = Object.keys(FAULTS) as readonly TokenFault[];

/** What the provider as a whole does wrong. `silent …`: it never answers there. */
export type ProviderFault =
  | 'down'
  | 'silent'
  | 'silent about tokens'
  | 'metadata of another issuer'
  | 'no metadata'
  | 'no keys'
  | 'no ID token';

export const CLIENT = { clientId: 'shop-of-the-tests', clientSecret: 'secret of the shop of the tests' };

export interface OpenIdProvider {
  readonly issuer: string;
  /** The settings of a server that uses it. */
  readonly settings: Readonly<Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'OIDC_ISSUER', string>>;
  tokenFault: TokenFault | undefined;
  fault: ProviderFault | undefined;
  /** Requests for tokens so far, as they were sent. */
  readonly tokenRequests: readonly URLSearchParams[];
  /** Registers the shop's address. */
  allow(origin: string): void;
  /** Replaces the keys. */
  changeKeys(): void;
  close(): Promise<void>;
}

const LEAVE = 'cancel';

/** A real OpenID provider in this process, on a free port. Its sign-in page has a link for each person. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  let origins: readonly string[] = [];
  let key = createKey('first');
  let provider: Provider;
  let earlierToken = '';
  const tokenRequests: URLSearchParams[] = [];
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const state: OpenIdProvider = {
    issuer,
    settings: {
      GOOGLE_CLIENT_ID: CLIENT.clientId,
      GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
      OIDC_ISSUER: issuer,
    },
    tokenFault: undefined,
    fault: undefined,
    tokenRequests,
    allow(origin) {
      origins = [...origins, origin];
      provider = create();
    },
    changeKeys() {
      key = createKey('second');
      provider = create();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function create(): Provider {
    const policy = interactionPolicy.base();
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
    const created = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: origins.map((origin) => `${origin}/api/v1/auth/callback/google`),
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: kids.get(key), use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['cookies of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      conformIdTokenClaims: false,
      ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...PEOPLE[id as Person] }),
      }),
      async loadExistingGrant({
        oidc,
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } };
      }) {
        const { clientId } = oidc.client;
        const grant = new created.Grant({ clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    created.use(async (context, next) => {
      await next();
      const body = context.body as { issuer?: string; id_token?: string } | undefined;
      if (context.path === '/token' && body?.id_token !== undefined) {
        if (state.fault === 'no ID token') delete body.id_token;
        else if (state.tokenFault === 'of another account') body.id_token = earlierToken;
        else if (state.tokenFault) body.id_token = spoil(body.id_token, state.tokenFault, key);
        else earlierToken = body.id_token;
      }
      if (
        context.path.endsWith('openid-configuration') &&
        body &&
        state.fault === 'metadata of another issuer'
      )
        body.issuer = 'https://evil.example';
    });
    return created;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const isMetadata = url.pathname.endsWith('openid-configuration');
    if (state.fault === 'silent' || (state.fault === 'silent about tokens' && url.pathname === '/token'))
      return;
    const isMissing =
      (state.fault === 'no metadata' && isMetadata) ||
      (state.fault === 'no keys' && url.pathname === '/jwks');
    if (state.fault === 'down' || isMissing) {
      response.writeHead(503).end();
      return;
    }
    if (url.pathname === '/token') {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => tokenRequests.push(new URLSearchParams(Buffer.concat(parts).toString())));
    }
    const uid = /^\/interaction\/([^/]+)$/.exec(url.pathname)?.[1];
    if (uid === undefined) return provider.callback()(request, response);
    const person = url.searchParams.get('as');
    if (person === null) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(toPage(url.pathname));
      return;
    }
    await provider.interactionFinished(
      request,
      response,
      person === LEAVE ? { error: 'access_denied' } : { select_account: {}, login: { accountId: person } },
    );
  }

  provider = create();
  return state;
}

function toPage(path: string): string {
  const links = [...Object.keys(PEOPLE), LEAVE].map(
    (one) => `<li><a href="${path}?as=${encodeURIComponent(one)}">${one}</a></li>`,
  );
  return `<!doctype html><title>Provider of the tests</title><h1>Who are you?</h1><ul>${links.join('')}</ul>`;
}

const kids = new WeakMap<KeyObject, string>();

function createKey(kid: string): KeyObject {
  const key = createPrivateKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );
  kids.set(key, kid);
  return key;
}

/** The same token with a fault, signed again. */
function spoil(token: string, fault: TokenFault, key: KeyObject): string {
  const [header = '', payload = ''] = token.split('.');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
  const encode = (claims: Claims) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const head = fault === 'unsigned' ? encode({ alg: 'none' }) : encode(decode(header));
  const content = `${head}.${encode(FAULTS[fault](decode(payload)))}`;
  if (fault === 'unsigned') return `${content}.`;
  const signer = fault === 'another key' ? createKey('unknown') : key;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), signer).toString('base64url')}`;
}

/** Follows the provider's pages as a browser does. @returns the shop's address that it is sent back to */
export async function chooseAt(
  provider: OpenIdProvider,
  url: string,
  person: Person | 'cancel',
): Promise<string> {
  const jar = new Map<string, string>();
  let next = url;
  for (;;) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null && response.status === 200) {
      next = `${next}?as=${person}`;
      continue;
    }
    if (location === null)
      throw new Error(`The provider refused: ${response.status} ${await response.text()}`);
    next = new URL(location, provider.issuer).href;
    if (!next.startsWith(provider.issuer)) return next;
  }
}

/** Signs in, up to the page of the shop that the browser is sent to. @returns its address */
export async function signInWithGoogle(
  provider: OpenIdProvider,
  browser: TestBrowser,
  person: Person | 'cancel',
): Promise<string> {
  const begun = await browser.call('POST', '/api/v1/auth/sign-in/social');
  const { url } = (await begun.json()) as { readonly url: string };
  const { pathname, search } = new URL(await chooseAt(provider, url, person));
  const response = await browser.call('GET', pathname + search);
  expect([response.status, await response.text()]).toEqual([302, '']);
  return response.headers.get('location') ?? '';
}
