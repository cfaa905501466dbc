import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import type { Credential } from './profiles.ts';

/**
 * Signs an account in with its password; the server's cookies are the credential.
 * @throws Failure `authentication` when address and password don't fit, AppError for other refusals
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
      `The server at ${origin} doesn’t know ${email} with this password.`,
      {
        hint: 'Check both; accounts are made in the shop. The admin token works without one.',
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

/** Ends the session on the server too. @param headers of the session. @returns whether the server has heard of it */
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

function post(
  { fetch }: Pick<CliContext, 'fetch'>,
  origin: string,
  path: string,
  { headers, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body: object },
): Promise<Response> {
  return fetch(`${origin}${API_PREFIX}/auth/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
