import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';
import { CHECKING_NOTICE } from '#shared/kernel/product-facts.ts';

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** A smaller file is checked before the notice would be due. */
const LARGE_BYTES = 67_108_864;
const NOTICE_MS = 2000;
const STANDARD_ERROR = 2;

/** Checks every page. @throws AppError `data-loss` when the file's structure is damaged */
export function checkIntegrity(database: Database, file: string): void {
  const check = () => String(database.pragma('quick_check(1)', { simple: true }));
  const isLarge = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_BYTES;
  const result = isLarge ? withNotice(check) : check();
  if (result !== 'ok') throw damaged(file, result.split('\n').at(-1) ?? result);
}

/** Prints a notice when work takes long. The work blocks this thread, so a worker prints it. */
export function withNotice<Result>(
  work: () => Result,
  { afterMs = NOTICE_MS, output = STANDARD_ERROR } = {},
): Result {
  const speak = `
    const { afterMs, output, text } = require('node:worker_threads').workerData;
    setTimeout(() => require('node:fs').writeSync(output, text), afterMs);`;
  const workerData = { afterMs, output, text: `${CHECKING_NOTICE}\n` };
  const worker = new Worker(speak, { eval: true, workerData, execArgv: [] });
  try {
    return work();
  } finally {
    void worker.terminate();
  }
}

/** The error for a file that can't be opened, with advice if the file is damaged. */
export function toOpenError(file: string, cause: unknown): unknown {
  const isDamage = DAMAGE.test(String((cause as { code?: unknown }).code));
  return isDamage ? damaged(file, (cause as Error).message) : cause;
}

export function damaged(file: string, detail: string): AppError {
  return new AppError(
    'data-loss',
    `${file} is damaged (${detail}). Nothing was changed. Put it aside and restore the newest backup.`,
    { nothingWritten: true },
  );
}
