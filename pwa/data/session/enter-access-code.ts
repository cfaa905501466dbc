import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppStore } from '../app-store.ts';
import { isUnreachable } from '../sync/connection.ts';
import { pageClient } from '../sync/page-client.ts';
import { InstallationError } from './installation-error.ts';

/** The outcome of entering an access code. */
export type AccessAttempt =
  | { readonly outcome: 'unlocked' | 'wrong' | 'offline' }
  /** Too many attempts: the next one is allowed after so many seconds. */
  | { readonly outcome: 'later'; readonly seconds: number }
  /** The server does not check the code, e.g. because this device is blocked; in its words. */
  | { readonly outcome: 'refused'; readonly message: string };

const LATER_SECONDS = 5;

/** Lets the server check a text against the access code, which is in no file of the app. Never throws. */
export async function enterAccessCode(app: AppStore, code: string): Promise<AccessAttempt> {
  try {
    const { token } = await pageClient(app).call(ROUTES.enterAccessCode, { body: { code } });
    if (token === null) return { outcome: 'wrong' };
    await app.accessMemory.keep(token);
    return { outcome: 'unlocked' };
  } catch (error) {
    const cause = error instanceof InstallationError ? error.cause : error;
    if (!(cause instanceof AppError) || isUnreachable(cause)) return { outcome: 'offline' };
    if (cause.code === 'resource-exhausted')
      return { outcome: 'later', seconds: cause.retryAfter ?? LATER_SECONDS };
    return { outcome: 'refused', message: cause.message };
  }
}
