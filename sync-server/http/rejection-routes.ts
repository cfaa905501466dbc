import { Hono } from 'hono';
import type { RejectionSummary } from '#shared/api/administration.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentStore, KeptRejection } from '#server/core/document-store.ts';
import type { AppEnv } from './app-env.ts';
import { readInteger } from './read-query.ts';
import { requireAdmin } from './require-admin.ts';

/** Writes the server has refused, with what they carried: people's bags and profiles among them, so for the admin alone. */
export function rejectionRoutes(store: DocumentStore): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/admin/rejections', requireAdmin, async (c) => {
      const limit = readInteger(c, 'limit', { min: 1, max: 10_000, fallback: 100 });
      const rejections = await store.rejections({ collection: c.req.query('collection'), limit });
      return c.json({ rejections: rejections.map(toSummary) });
    })
    .get('/admin/rejections/content', requireAdmin, async (c) => {
      const [rejection] = await store.rejections({ writeId: c.req.query('writeId') ?? '', limit: 1 });
      if (!rejection) throw new AppError('not-found', 'No refused write with this id is kept.');
      return c.json({ ...toSummary(rejection), payload: rejection.payload });
    });
}

function toSummary({ payload: _payload, at, owner, ...rejection }: KeptRejection): RejectionSummary {
  return { ...rejection, at: utcIso(at), owner: owner ?? null };
}
