import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import type { Credential } from './profiles.ts';
import { assertPrivate } from './server-address.ts';

/**
 * Signs in with an e-mail address and password. The credential is the server's cookies.
 * @throws Failure `authentication` when they don't match, AppError for other errors
 */
export async function signInAccount(
  context: Pick<CliContext, 'fetch'>,
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Credential> {
  const response = await post(context, origin, 'sign-in/email', { body: { email, password } });
  if (!response.ok) {
    const error = fromErrorBody(await response.json().catch(() => undefined), response.status);
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
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return { kind: 'session', cookie, email };
}

/** Ends the session on the server. @param headers of the session. @returns whether the server confirmed */
export async function signOutAccount(
  context: Pick<CliContext, 'fetch'>,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  return post(context, origin, 'sign-out', { headers, body: {} }).then(
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
  return fetch(`${origin}${API_PREFIX}/auth/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
