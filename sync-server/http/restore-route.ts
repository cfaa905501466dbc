import { Hono } from 'hono';
import { restoreRequestSchema } from '#shared/api/messages.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { restoreEntry } from '#server/core/restore.ts';
import { stampNow } from '#server/core/stamp.ts';
import type { AppEnv } from './app-env.ts';
import { readKey } from './document-routes.ts';
import { readJson } from './read-body.ts';

const MAX_BYTES = 4096;

/** An entry of a document's history comes back as a new write. */
export function restoreRoute(store: DocumentStore, clock: Clock): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/:collection/:id/restore', async (c) => {
    const key = readKey(c);
    const { at } = await readJson(c, restoreRequestSchema, MAX_BYTES);
    return c.json(await restoreEntry(store, key, at, stampNow(clock, c.get('actor'))));
  });
}
