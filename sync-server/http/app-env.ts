import type { Actor } from '#shared/access/actor.ts';

/** What every handler finds in its context. */
export interface AppEnv {
  Variables: {
    actor: Actor;
    requestId: string;
    /** Epoch milliseconds at which the caller's bearer token ends; absent for cookies and admins. */
    tokenExpiresAt: number | undefined;
  };
}
