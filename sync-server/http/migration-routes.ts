import { Hono } from 'hono';
import {
  beginAttemptSchema,
  noteAttemptSchema,
  takeLockSchema,
  unlockSchema,
} from '#shared/migration/migration-run.ts';
import type { MigrationRuns } from '#server/migrations/migration-runs.ts';
import type { AppEnv } from './app-env.ts';
import { readJson } from './read-body.ts';

const MAX_BYTES = 262_144;

/** Which migration files were run, and who runs them. The jobs of a run are begun at their own doors. */
export function migrationRoutes(runs: MigrationRuns): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/admin/migrations', (c) => c.json(runs.list()))
    .post('/admin/migrations/lock', async (c) =>
      c.json(runs.lock(await readJson(c, takeLockSchema, MAX_BYTES))),
    )
    .post('/admin/migrations/unlock', async (c) => {
      runs.unlock((await readJson(c, unlockSchema, MAX_BYTES)).token);
      return c.json(runs.list());
    })
    .post('/admin/migrations', async (c) => {
      const { token, ...attempt } = await readJson(c, beginAttemptSchema, MAX_BYTES);
      return c.json(runs.begin(token, { ...attempt, by: c.get('actor').email ?? 'admin' }));
    })
    .post('/admin/migrations/:id', async (c) => {
      const { token, message = null, ...progress } = await readJson(c, noteAttemptSchema, MAX_BYTES);
      return c.json(runs.note(token, c.req.param('id'), { ...progress, message }));
    });
}
