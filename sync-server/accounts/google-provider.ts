import type { BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import * as v from 'valibot';
import { GOOGLE_REFUSALS, type GoogleRefusal } from '#shared/api/google-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type { Log } from '#server/log.ts';
import { GOOGLE_ISSUER, PROVIDER_ID, type GoogleSettings } from './google-settings.ts';

type Context = Parameters<NonNullable<BetterAuthPlugin['init']>>[0];
type Provider = Context['socialProviders'][number];

/**
 * Google as a provider of better-auth, which makes and checks state and PKCE and keeps the nonce. better-auth reads the
 * provider's metadata once, when it starts, waits for them without a limit, and goes on without the provider when they
 * don't come. So here they are read for each step of a sign-in: passwords work without Google, and an outage or a new
 * key of Google needs no restart.
 */
export function googlePlugin(settings: GoogleSettings, log: Log): BetterAuthPlugin {
  return {
    id: 'google-sign-in',
    init: (context) => ({ context: { socialProviders: [createProvider(settings, log, context)] } }),
  };
}

function createProvider(settings: GoogleSettings, log: Log, context: Context): Provider {
  const { issuer, clientId, clientSecret, timeoutMs } = settings;

  async function discover(): Promise<Provider> {
    const plugin = genericOAuth({
      config: [
        {
          providerId: PROVIDER_ID,
          clientId,
          clientSecret,
          discoveryUrl: `${issuer}/.well-known/openid-configuration`,
          requireIdTokenVerification: true,
          scopes: ['openid', 'email', 'profile'],
          prompt: 'select_account',
          // Without a value better-auth would take the profile from an endpoint that nothing binds to this sign-in.
          getUserInfo: async ({ idToken }) => (idToken === undefined ? null : readProfile(idToken, clientId)),
        },
      ],
    });
    const found = await plugin.init({ ...context, socialProviders: [] });
    const [provider] = found.context.socialProviders;
    if (!provider) throw new Error('The metadata are missing or incomplete.');
    // better-auth takes the issuer from the metadata and compares it with nothing.
    if (provider.issuer !== issuer) throw new Error(`The metadata are of the issuer ${provider.issuer}.`);
    return provider;
  }

  /** One step of a sign-in. @throws AppError `unavailable` if the provider can't do it, or not in time */
  async function ask<Answer>(step: (provider: Provider) => Promise<Answer>): Promise<Answer> {
    try {
      return await within(timeoutMs, discover().then(step));
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      log.warn({ part: 'accounts', problem: describe(cause) }, 'The provider of Google sign-in failed.');
      throw googleRefused('provider-unavailable', cause);
    }
  }

  return {
    id: PROVIDER_ID,
    name: 'Google',
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => toSubject(issuer, String((profile as { sub?: unknown }).sub ?? '')),
    createAuthorizationURL: (data) => ask(async (provider) => provider.createAuthorizationURL(data)),
    validateAuthorizationCode: (data) => ask(async (provider) => provider.validateAuthorizationCode(data)),
    getUserInfo: (tokens) =>
      ask(async (provider) => {
        const keyFailure = watchKeys(provider);
        const person = await provider.getUserInfo(tokens);
        if (!person && keyFailure() !== undefined) throw keyFailure();
        return person;
      }),
  };
}

/** better-auth takes a token whose key can't be read for a bad one. @returns why the keys can't be read */
function watchKeys(provider: Provider): () => unknown {
  const { idToken } = provider;
  let failure: unknown;
  if (!idToken || !('jwks' in idToken)) return () => undefined;
  const { jwks } = idToken;
  provider.idToken = {
    ...idToken,
    async jwks(...token: Parameters<typeof jwks>) {
      try {
        return await jwks(...token);
      } catch (cause) {
        // The provider has keys, and this token is signed with none of them.
        if ((cause as { readonly code?: unknown }).code !== 'ERR_JWKS_NO_MATCHING_KEY') failure = cause;
        throw cause;
      }
    },
  };
  return () => failure;
}

/** Another provider gives the same subject to another person. */
function toSubject(issuer: string, subject: string): string {
  return issuer === GOOGLE_ISSUER || subject === '' ? subject : `${issuer} ${subject}`;
}

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  aud: v.union([v.string(), v.array(v.string())]),
  azp: v.optional(v.string()),
  exp: v.number(),
  iat: v.number(),
  email: v.optional(v.pipe(v.string(), v.email(), v.maxLength(254))),
  email_verified: v.optional(v.unknown()),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
});

/**
 * The person that an ID token is about. better-auth has checked its signature, issuer, nonce and, if the token has one,
 * its expiry; and that this client is among those it is for.
 * @returns null for a token without an expiry, and for one that is also for others
 * @throws AppError `email-not-verified`
 */
function readProfile(idToken: string, clientId: string) {
  const claims = v.safeParse(claimsSchema, readClaims(idToken));
  if (!claims.success) return null;
  const { sub, aud, azp = clientId, email, email_verified: isVerified, name, picture } = claims.output;
  if ([aud].flat().some((one) => one !== clientId) || azp !== clientId) return null;
  if (email === undefined || isVerified !== true) throw googleRefused('email-not-verified');
  return {
    sub,
    email,
    emailVerified: true,
    // As at a sign-up with a password.
    name: name?.trim() || (email.split('@')[0] ?? email),
    ...(picture?.startsWith('https://') ? { image: picture } : {}),
  };
}

function readClaims(idToken: string): unknown {
  const [, payload = ''] = idToken.split('.');
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const CODES: Partial<Record<GoogleRefusal, DocumentErrorCode>> = { 'provider-unavailable': 'unavailable' };

export function googleRefused(reason: GoogleRefusal, cause?: unknown): AppError {
  return new AppError(CODES[reason] ?? 'permission-denied', GOOGLE_REFUSALS[reason], { reason, cause });
}

async function within<Answer>(timeoutMs: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What went wrong, without what the provider was sent: that has secrets. */
function describe(cause: unknown): string {
  const { message, status, error } = (cause ?? {}) as Partial<
    Record<'message' | 'status' | 'error', unknown>
  >;
  return [status, error, message].filter((part) => part !== undefined && part !== '').join(' ');
}
