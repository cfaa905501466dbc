import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { FOREIGN_ANSWER } from '#shared/api/client.ts';
import { ADMIN_TOKEN_ALONE } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { toHint } from './admin-token.ts';
import type { Credential } from './profiles.ts';

export interface Caller {
  readonly origin: string;
  readonly credential: Credential;
  /** What named the credential, e.g. `NANKEEN_TOKEN`. */
  readonly by?: string | undefined;
}

/** What a call was refused with, where it is about the server itself or who calls it; other errors as they are. */
export function toServerFailure(error: unknown, { origin, credential, by }: Caller): unknown {
  if (!(error instanceof AppError)) return error;
  // The command was interrupted, and said so itself.
  if (error.cause instanceof Failure) return error.cause;
  if (error.code === 'unavailable') {
    if (error.cause instanceof Failure) return error.cause;
    // The platform's error is the cause only when nothing answered at all.
    if (error.cause instanceof TypeError) return toUnreachable(origin, error.cause);
    return error.reason === FOREIGN_ANSWER ? toForeign(origin, error) : error;
  }
  if (error.code !== 'unauthenticated' && error.code !== 'permission-denied') return error;
  const [what, hint] =
    credential.kind === 'token'
      ? [by === undefined ? 'the token' : `the token (${by})`, toHint(origin)]
      : [`what ${credential.email} asked for`, toSessionHint(error, origin)];
  return new Failure(EXIT.authentication, `The server at ${origin} refused ${what}: ${error.message}`, {
    hint,
    result: { code: error.code },
    cause: error,
  });
}

function toSessionHint({ reason }: AppError, origin: string): string {
  if (reason === ADMIN_TOKEN_ALONE) return `A staff account may not do this. ${toHint(origin)}`;
  return reason === 'CSRF'
    ? "A staff account's changes are taken at the shop's public address alone: sign in there, with --server."
    : 'Sign in again with `nankeen login --email ADDRESS`, or with the admin token.';
}

export function toUnreachable(origin: string, cause: unknown): Failure {
  return new Failure(EXIT.unreachable, `No server answers at ${origin}.`, {
    hint: 'Is it running? Start it with `npm start`, or name another with --server URL or NANKEEN_SERVER.',
    cause,
  });
}

export function toForeign(origin: string, cause?: unknown): Failure {
  return new Failure(
    EXIT.unreachable,
    `Something answers at ${origin}, but not as a Nankeen server of this version does.`,
    {
      hint: 'Check the address; a proxy or sign-in page in between may have answered.',
      cause,
    },
  );
}
