import { GOOGLE_END_PAGE } from '#shared/api/google-end-page.ts';
import { isGoogleRefusal, type GoogleRefusal } from '#shared/api/google-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Accounts, GoogleSignIn } from './accounts.ts';
import { AUTH_PATH } from './auth-options.ts';
import { PROVIDER_ID } from './google-settings.ts';
import { SecondFactorRequired } from './second-factors.ts';

type AccountCalls = Pick<Accounts, 'handler' | 'sessionOf'>;

export function createGoogleSignIn(
  { handler, sessionOf }: AccountCalls,
  { publicUrl }: { readonly publicUrl: string },
): GoogleSignIn {
  return {
    async begin(given, address) {
      const headers = new Headers(given);
      headers.set('content-type', 'application/json');
      headers.delete('content-length');
      const [callbackURL, errorCallbackURL] = [GOOGLE_END_PAGE, GOOGLE_END_PAGE];
      // better-auth would also take scopes, hints and a ready ID token from the browser.
      const body = JSON.stringify({
        provider: PROVIDER_ID,
        callbackURL,
        errorCallbackURL,
        disableRedirect: true,
      });
      const request = new Request(`${publicUrl}${AUTH_PATH}/sign-in/social`, {
        method: 'POST',
        headers,
        body,
      });
      const response = await handler(request, address);
      const { url } = (await response.json()) as { readonly url: string };
      return { url, cookies: response.headers.getSetCookie() };
    },
    async end(request, address) {
      let response: Response;
      try {
        response = await handler(request, address);
      } catch (error) {
        const reason = error instanceof AppError ? error.reason : undefined;
        if (!isGoogleRefusal(reason)) throw error;
        const cookies = error instanceof SecondFactorRequired ? [error.cookie] : [];
        return { session: undefined, refusal: reason, cookies };
      }
      const cookies = response.headers.getSetCookie();
      const error = new URL(response.headers.get('location') ?? '/', publicUrl).searchParams.get('error');
      if (error !== null) return { session: undefined, refusal: toRefusal(error), cookies };
      const session = await sessionOf(toCookieHeader(cookies));
      return { session, refusal: session ? undefined : 'invalid-credential', cookies };
    },
  };
}

/** better-auth's and the provider's own codes. Any other is an answer that can't be used. */
const REFUSALS: Readonly<Record<string, GoogleRefusal>> = {
  account_not_linked: 'account-not-linked',
  access_denied: 'user-cancelled',
  server_error: 'provider-unavailable',
  temporarily_unavailable: 'provider-unavailable',
  // The exchange of the code for tokens failed.
  invalid_code: 'provider-unavailable',
  // The ID token is missing, or not for this sign-in.
  unable_to_get_user_info: 'invalid-answer',
  issuer_mismatch: 'invalid-answer',
};

function toRefusal(error: string): GoogleRefusal {
  return (Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined) ?? 'invalid-credential';
}

function toCookieHeader(setCookies: readonly string[]): Headers {
  return new Headers({ cookie: setCookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') });
}
