import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { FOREIGN_RESPONSE } from '#shared/api/client.ts';
import { ADMIN_TOKEN_ONLY, MANAGER_ONLY } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { toTokenHint } from './admin-token.ts';
import type { Credential } from './profiles.ts';

export interface Caller {
  readonly origin: string;
  readonly credential: Credential;
  /** Where the credential came from, e.g. `NANKEEN_TOKEN`. */
  readonly by?: string | undefined;
}

/** Rewrites errors about the connection or the credential; returns other errors unchanged. */
export function toServerFailure(error: unknown, { origin, credential, by }: Caller): unknown {
  if (!(error instanceof AppError)) return error;
  // The command was interrupted.
  if (error.cause instanceof Failure) return error.cause;
  if (error.code === 'unavailable') {
    // fetch throws a TypeError only when there was no response.
    if (error.cause instanceof TypeError) return toUnreachable(origin, error.cause);
    return error.reason === FOREIGN_RESPONSE ? toIncompatible(origin, error) : error;
  }
  if (error.code !== 'unauthenticated' && error.code !== 'permission-denied') return error;
  const [what, hint] =
    credential.kind === 'token'
      ? [by === undefined ? 'the token' : `the token (${by})`, toTokenHint(origin)]
      : [`the call by ${credential.email}`, toSessionHint(error, origin)];
  return new Failure(EXIT.authentication, `The server at ${origin} refused ${what}: ${error.message}`, {
    hint,
    result: { code: error.code },
    cause: error,
  });
}

function toSessionHint({ reason }: AppError, origin: string): string {
  if (reason === ADMIN_TOKEN_ONLY) return `A staff account is not allowed to do this. ${toTokenHint(origin)}`;
  if (reason === MANAGER_ONLY) return `Sign in as a manager. ${toTokenHint(origin)}`;
  return reason === 'CSRF'
    ? "A staff account can make changes only at the shop's public address: sign in there, with --server."
    : 'Sign in again with `nankeen login --email ADDRESS`, or with the admin token.';
}

export function toUnreachable(origin: string, cause: unknown): Failure {
  return new Failure(EXIT.unreachable, `No server is responding at ${origin}.`, {
    hint: 'Is it running? Start it with `npm start`, or set another address with --server URL or NANKEEN_SERVER.',
    cause,
  });
}

export function toIncompatible(origin: string, cause?: unknown): Failure {
  return new Failure(
    EXIT.unreachable,
    `The response from ${origin} is not that of a compatible Nankeen server.`,
    {
      hint: 'Check the address; the response may come from a proxy or a sign-in page in between.',
      cause,
    },
  );
}
