import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/kernel/app-error.ts';
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

/** Runs in a worker thread: reading every page of a large file would block all callers. */
const CHECK = `
  const { createHash } = require('node:crypto');
  const { closeSync, openSync, readSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const { driver, file, newest, applicationId } = workerData;
  const database = new (require(driver))(file, { fileMustExist: true });
  const found = Number(database.pragma('application_id', { simple: true }));
  // In rollback-journal mode the copy is a single file, and reading it creates no log.
  database.pragma('journal_mode = DELETE');
  const facts = {
    integrity: database.pragma('integrity_check(1)', { simple: true }),
    applicationId: found,
    version: Number(database.pragma('user_version', { simple: true })),
    sequence: found === applicationId ? database.prepare(newest).get().sequence : 0,
  };
  database.close();
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1048576);
  const handle = openSync(file, 'r');
  for (let length; (length = readSync(handle, buffer)) > 0; ) hash.update(buffer.subarray(0, length));
  closeSync(handle);
  parentPort.postMessage({ ...facts, sha256: hash.digest('hex') });`;

/**
 * Checks every page of a copy of the data file and turns it into a single file without a log.
 * @throws AppError `data-loss` when the copy is damaged
 */
export async function checkCopy(file: string): Promise<CopyFacts> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const workerData = { driver, file, newest: NEWEST, applicationId: APPLICATION_ID };
  const worker = new Worker(CHECK, { eval: true, workerData, execArgv: [] });
  const { integrity, ...facts } = await new Promise<CopyFacts & { readonly integrity: string }>(
    (resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (cause) => reject(toDamage(cause, file)));
    },
  );
  if (integrity !== 'ok') throw unsound(file, integrity);
  return facts;
}

function toDamage(cause: Error & { code?: unknown }, file: string): Error {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(String(cause.code)) ? unsound(file, cause.message) : cause;
}

function unsound(file: string, detail: string): AppError {
  return new AppError('data-loss', `${file} is damaged (${detail.split('\n').at(-1)}).`);
}
