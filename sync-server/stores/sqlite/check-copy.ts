import { AppError } from '#shared/kernel/app-error.ts';
import { runInWorker } from './run-in-worker.ts';
import { APPLICATION_ID } from './schema.ts';
import { NEWEST } from './statements.ts';

export interface CopyFacts {
  readonly applicationId: number;
  /** Its schema version. */
  readonly version: number;
  /** Its newest sequence. */
  readonly sequence: number;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
}

const CHECK = `
  const { createHash } = require('node:crypto');
  const { closeSync, openSync, readSync } = require('node:fs');
  const { file, newest, applicationId } = data;
  const database = new Database(file, { fileMustExist: true });
  const found = Number(database.pragma('application_id', { simple: true }));
  // In rollback-journal mode the copy is a single file, and reading it creates no log.
  database.pragma('journal_mode = DELETE');
  const integrity = database.pragma('integrity_check(1)', { simple: true });
  const isReadable = integrity === 'ok' && found === applicationId;
  const facts = {
    integrity,
    applicationId: found,
    version: Number(database.pragma('user_version', { simple: true })),
    sequence: isReadable ? database.prepare(newest).get().sequence : 0,
  };
  database.close();
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1048576);
  const handle = openSync(file, 'r');
  for (let length; (length = readSync(handle, buffer)) > 0; ) hash.update(buffer.subarray(0, length));
  closeSync(handle);
  return { ...facts, sha256: hash.digest('hex') };`;

/**
 * Checks every page of a copy of the data file and turns it into a single file without a log.
 * @throws AppError `data-loss` when the copy is damaged
 */
export async function checkCopy(file: string): Promise<CopyFacts> {
  const data = { file, newest: NEWEST, applicationId: APPLICATION_ID };
  const { integrity, ...facts } = await runInWorker<CopyFacts & { readonly integrity: string }>(
    CHECK,
    data,
  ).catch((cause: unknown) => {
    throw toDamage(cause as Error, file);
  });
  if (integrity !== 'ok') throw unsound(file, integrity);
  return facts;
}

/** What SQLite says of a damaged file, in words; any other error as it is. */
export function toDamage(cause: Error & { code?: unknown }, file: string): Error {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(String(cause.code)) ? unsound(file, cause.message) : cause;
}

function unsound(file: string, detail: string): AppError {
  return new AppError('data-loss', `${file} is damaged (${detail.split('\n').at(-1)}).`);
}
