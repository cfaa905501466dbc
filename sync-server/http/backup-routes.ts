import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { BackupFacts } from '#shared/api/administration.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { Backup, Backups } from '#server/backups/backups.ts';
import type { AppEnv } from './app-env.ts';
import { requireAdmin } from './require-admin.ts';

/** Copies of all data, made while the server runs. A backup holds what everybody has, so it is for the admin alone. */
export function backupRoutes(backups: Backups): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/admin/backups', requireAdmin, async (c) =>
      c.json({ backups: (await backups.list()).map(toFacts) }),
    )
    .post('/admin/backups', requireAdmin, async (c) => {
      const { sha256, ...backup } = await backups.create();
      return c.json({ ...toFacts(backup), sha256 });
    })
    .get('/admin/backups/:name', requireAdmin, (c) => {
      const content = backups.open(c.req.param('name'));
      if (!content) throw new AppError('not-found', 'There is no backup of this name.');
      return c.body(Readable.toWeb(content) as ReadableStream, 200, {
        'Content-Type': 'application/vnd.sqlite3',
      });
    });
}

function toFacts({ at, sequence, ...backup }: Backup): BackupFacts {
  return { ...backup, at: utcIso(at), sequence: sequence ?? null };
}
