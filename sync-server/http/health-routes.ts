import { Hono } from 'hono';
import type { Health, PublicConfig } from '#shared/api/messages.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { AppEnv } from './app-env.ts';

/** Whether the server is well, and what the app must know of it. */
export function healthRoutes(store: DocumentStore, config: PublicConfig): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/health', async (c) => {
      const sequence = await store.newestSequence();
      const facts = { version: APP_VERSION, sequence, epoch: store.epoch };
      const reason = store.trouble?.();
      return c.json<Health>(reason ? { status: 'degraded', reason, ...facts } : { status: 'ok', ...facts });
    })
    .get('/config', (c) => c.json(config));
}
