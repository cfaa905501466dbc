import { Readable } from 'node:stream';
import type { BackupFacts } from '#shared/api/administration.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { Backup, Backups } from '#server/backups/backups.ts';
import type { ApiRouter } from './api-router.ts';

/** Creates, lists, sends and deletes backups while the server runs. */
export function backupRoutes(
  api: ApiRouter,
  { storage: { backups } }: { readonly storage: { readonly backups: Backups } },
): void {
  api.on(ENDPOINTS.backups, async () => ({ backups: (await backups.list()).map(toFacts) }));
  api.on(ENDPOINTS.createBackup, async () => {
    const { sha256, ...backup } = await backups.create();
    return { ...toFacts(backup), sha256 };
  });
  api.on(ENDPOINTS.deleteBackup, async ({ params }) => {
    if (!(await backups.delete(params.name))) throw noBackup();
    return { backups: (await backups.list()).map(toFacts) };
  });
  api.on(ENDPOINTS.backupFiles, async ({ params }) => {
    const files = await backups.files(params.name);
    if (!files) throw noBackup();
    return { files };
  });
  api.onRaw(ENDPOINTS.backup, async (c, { params }) => {
    const content = await backups.open(params.name);
    if (!content) throw noBackup();
    return c.body(Readable.toWeb(content) as ReadableStream, 200, {
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Disposition': `attachment; filename="${params.name}"`,
    });
  });
}

function noBackup(): AppError {
  return new AppError('not-found', 'There is no backup with this name.');
}

function toFacts({ name, at, bytes, sequence }: Backup): BackupFacts {
  return { name, at: utcIso(at), bytes, sequence: sequence ?? null };
}
