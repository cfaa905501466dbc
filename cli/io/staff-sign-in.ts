import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import type { Credential } from './profiles.ts';
import { assertPrivate } from './server-address.ts';

export interface PasswordSignIn {
  readonly email: string;
  readonly password: string;
  /** Asks for a code of the code app, or a recovery code. */
  readonly askCode: () => Promise<string>;
}

/**
 * Signs in with an email address and password, and with a code if the account has a second factor. The credential is the
 * server's cookies.
 * @throws Failure `authentication` when they don't match, AppError for other errors
 */
export async function signInAccount(
  context: Pick<CliContext, 'fetch'>,
  origin: string,
  { email, password, askCode }: PasswordSignIn,
): Promise<Credential> {
  const response = await post(context, origin, '/auth/sign-in/email', { body: { email, password } });
  if (!response.ok) {
    const error = fromErrorBody(await response.json().catch(() => undefined), response.status);
    if (error?.reason === 'second-factor-required') {
      const headers = { cookie: toCookies(response) };
      const body = { code: await askCode() };
      const answer = await post(context, origin, '/account/second-factor', { headers, body });
      if (answer.ok) return { kind: 'session', cookie: toCookies(answer), email };
      const refusal = fromErrorBody(await answer.json().catch(() => undefined), answer.status);
      if (refusal?.path !== 'code') throw refusal ?? new Error('The server did not answer as expected.');
      throw new Failure(EXIT.authentication, refusal.message, { result: { code: refusal.code } });
    }
    if (error && error.code !== 'unauthenticated' && error.code !== 'invalid-argument') throw error;
    throw new Failure(
      EXIT.authentication,
      `The server at ${origin} does not accept ${email} with this password.`,
      {
        hint: 'Check both. Accounts are created in the shop. The admin token works without an account.',
        result: { code: error?.code ?? 'unauthenticated' },
      },
    );
  }
  return { kind: 'session', cookie: toCookies(response), email };
}

function toCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** Ends the session on the server. @param headers of the session. @returns whether the server confirmed */
export async function signOutAccount(
  context: Pick<CliContext, 'fetch'>,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  return post(context, origin, '/auth/sign-out', { headers, body: {} }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function post(
  { fetch }: Pick<CliContext, 'fetch'>,
  origin: string,
  path: string,
  { headers, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body: object },
): Promise<Response> {
  assertPrivate(origin);
  return fetch(`${origin}${API_PREFIX}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
