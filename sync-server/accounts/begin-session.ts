import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as v from 'valibot';

const newSessionSchema = v.object({
  accountId: v.string(),
  /** Epoch milliseconds. */
  secondFactorAt: v.optional(v.number()),
  /** When the address was verified or the password changed, as the sign-in found it; as they are now if absent. */
  emailVerifiedAt: v.optional(v.nullable(v.number())),
});
export type NewSession = v.InferOutput<typeof newSessionSchema>;

/** Begins a session for an account that was identified otherwise than by its password. Not reachable over HTTP. */
export const beginSession = createAuthEndpoint.serverOnly(
  { method: 'POST', body: newSessionSchema },
  async (ctx) => {
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(ctx.body.accountId);
    if (!user) throw new Error('There is no account for this session.');
    const { accountId: _id, ...fields } = ctx.body;
    await setSessionCookie(ctx, {
      session: await internalAdapter.createSession(user.id, false, fields),
      user,
    });
  },
);
