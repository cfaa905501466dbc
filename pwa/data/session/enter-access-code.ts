import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppStore } from '../app-store.ts';
import { pageClient } from '../sync/page-client.ts';

/** The outcome of entering an access code. */
export type AccessAttempt =
  | { readonly outcome: 'unlocked' | 'wrong' | 'offline' }
  /** Too many attempts: the next one is allowed after so many seconds. */
  | { readonly outcome: 'later'; readonly seconds: number };

const LATER_SECONDS = 5;

/** Lets the server check a text against the access code, which is in no file of the app. Never throws. */
export async function enterAccessCode(app: AppStore, code: string): Promise<AccessAttempt> {
  try {
    const { token } = await pageClient(app).call(ROUTES.enterAccessCode, { body: { code } });
    if (token === null) return { outcome: 'wrong' };
    await app.accessMemory.keep(token);
    return { outcome: 'unlocked' };
  } catch (error) {
    if (error instanceof AppError && error.code === 'resource-exhausted')
      return { outcome: 'later', seconds: error.retryAfter ?? LATER_SECONDS };
    return { outcome: 'offline' };
  }
}
