import { Hono } from 'hono';
import type { ClaimAnswer } from '#shared/api/messages.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { claimDocuments } from '#server/core/claim.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { stampNow } from '#server/core/stamp.ts';
import type { AppEnv } from './app-env.ts';

/** What a device wrote before somebody signed in on it goes over to their account. */
export function claimRoute(store: DocumentStore, clock: Clock): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/claim', async (c) => {
    const claimed = await claimDocuments(store, stampNow(clock, c.get('actor')));
    return c.json<ClaimAnswer>({ claimed });
  });
}
