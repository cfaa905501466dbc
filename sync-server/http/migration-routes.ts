import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { MigrationRuns } from '#server/migrations/migration-runs.ts';
import type { ApiRouter } from './api-router.ts';

/** Records the runs of migration files and holds their lock. The jobs of a run have routes of their own. */
export function migrationRoutes(
  api: ApiRouter,
  { migrations }: { readonly migrations: MigrationRuns },
): void {
  api.on(ENDPOINTS.migrations, () => migrations.list());
  api.on(ENDPOINTS.lockMigrations, ({ body }) => migrations.lock(body));
  api.on(ENDPOINTS.unlockMigrations, async ({ body }) => {
    await migrations.unlock(body.token);
    return migrations.list();
  });
  api.on(ENDPOINTS.beginMigration, ({ body: { token, ...attempt }, actor }) =>
    migrations.begin(token, { ...attempt, by: actor.email ?? 'admin' }),
  );
  api.on(ENDPOINTS.noteMigration, ({ params, body: { token, message = null, ...progress } }) =>
    migrations.note(token, params.id, { ...progress, message }),
  );
}
