import type { Writable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '#shared/access/actor.ts';

/** Writes a response's body after its headers are sent; it may keep writing while `out` is open. */
export type BodyWriter = (out: Writable) => void;

/** Hono environment of every handler. */
export interface AppEnv {
  /** Node's own request and response; absent where no socket is involved. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    actor: Actor;
    requestId: string;
    /** Device of a valid token, and address that a request names, for the log. */
    triedDevice: string | undefined;
    namedAccount: string | undefined;
    /** Of a signed-in caller. */
    sessionId: string | undefined;
    /** Whether a signed-in caller gave a proof of identity a short time ago. */
    isConfirmed: boolean;
    /** Epoch milliseconds at which the caller's bearer token ends; absent for cookies and admins. */
    tokenExpiresAt: number | undefined;
    /** Whether the caller still has the identity and rights it had at the call. For long-lived responses. */
    isStillGranted: () => boolean;
    /**
     * The response's bytes, set by handlers with a long body, because reading them back from a `Response` copies them.
     */
    bodyBytes: Uint8Array | undefined;
    /**
     * Counts a response as large from now on. Absent where no socket is involved.
     * @throws AppError 429 while too many of them are open
     */
    reserveResponse: (() => void) | undefined;
    /** Whether the body is a stream that must not be held in memory as a whole. */
    isStreamed: boolean | undefined;
    /** Set by handlers of open-ended responses. */
    writeBody: BodyWriter | undefined;
  };
}
