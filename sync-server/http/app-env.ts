import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '#shared/access/actor.ts';
import type { BodyWriter } from './raw-response.ts';

/** What every handler finds in its context. */
export interface AppEnv {
  /** Node's own request and response; absent where no socket is involved. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    actor: Actor;
    requestId: string;
    /** Epoch milliseconds at which the caller's bearer token ends; absent for cookies and admins. */
    tokenExpiresAt: number | undefined;
    /** Whether the caller still is who it was at the call, with the same rights. For answers that last. */
    isStillGranted: () => boolean;
    /** Set by a handler with a long body: its bytes, which otherwise come back out of an answer only as a copy. */
    bodyBytes: Uint8Array | undefined;
    /** Set by a handler whose answer has a body without an end in sight. */
    writeBody: BodyWriter | undefined;
  };
}
