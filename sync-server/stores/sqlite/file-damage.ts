import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** @throws AppError `data-loss` when the file's structure isn't sound */
export function checkIntegrity(database: Database, file: string): void {
  const result = String(database.pragma('quick_check(1)', { simple: true }));
  if (result !== 'ok') throw damaged(file, result.split('\n').at(-1) ?? result);
}

/** What kept a file from being opened, in words where it is damage. */
export function toOpenError(file: string, cause: unknown): unknown {
  const isDamage = DAMAGE.test(String((cause as { code?: unknown }).code));
  return isDamage ? damaged(file, (cause as Error).message) : cause;
}

export function damaged(file: string, detail: string): AppError {
  return new AppError(
    'data-loss',
    `${file} is damaged (${detail}). Nothing was changed. Put it aside and restore the newest backup.`,
  );
}
