import type { Context } from 'hono';
import type { Actor } from '#shared/access/actor.ts';
import type { ListedSession } from '#shared/api/account-routes.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';

/** A signed-in person lists and ends the own sessions, and confirms the own identity. */
export function sessionRoutes(api: ApiRouter, { accounts }: { readonly accounts: Accounts }): void {
  const ids = (actor: Actor, c: Context<AppEnv>) => ({
    accountId: actor.accountId ?? '',
    sessionId: c.get('sessionId') ?? '',
  });

  const list = async (c: Context<AppEnv>) => ({
    sessions: await listSessions(accounts, c.get('sessionId') ?? ''),
  });

  api.on(ENDPOINTS.sessions, (_call, c) => list(c));
  api.on(ENDPOINTS.endSession, async ({ params: { id }, actor }, c) => {
    await accounts.endSession(ids(actor, c).accountId, id);
    return list(c);
  });
  api.on(ENDPOINTS.endOtherSessions, async ({ actor }, c) => {
    const { accountId, sessionId } = ids(actor, c);
    await accounts.endOtherSessions(accountId, sessionId);
    return list(c);
  });
  api.on(ENDPOINTS.confirm, async ({ body, actor }, c) => ({
    isConfirmedUntil: utcIso(await accounts.confirm(ids(actor, c), body, c.req.raw.headers)),
  }));
}

/** The sessions of the account that this session is of, newest first. */
export async function listSessions(accounts: Accounts, sessionId: string): Promise<readonly ListedSession[]> {
  const account = accounts.accountOf(sessionId);
  const sessions = account ? await accounts.sessionsOf(account) : [];
  return sessions.map(({ beganAt, usedAt, ...session }) => ({
    ...session,
    beganAt: utcIso(beganAt),
    usedAt: utcIso(usedAt),
    isCurrent: session.id === sessionId,
  }));
}
