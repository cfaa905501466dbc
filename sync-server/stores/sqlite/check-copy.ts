import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/kernel/app-error.ts';
import { APPLICATION_ID } from './schema.ts';
import { NEWEST } from './statements.ts';

export interface CopyFacts {
  readonly applicationId: number;
  /** Version of its tables. */
  readonly version: number;
  /** Newest sequence it holds. */
  readonly sequence: number;
  /** Of the file, in hex. */
  readonly sha256: string;
}

/** On a thread of its own: a look at every page of a large file would hold all callers up. */
const LOOK = `
  const { createHash } = require('node:crypto');
  const { closeSync, openSync, readSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const { driver, file, newest, applicationId } = workerData;
  const database = new (require(driver))(file, { fileMustExist: true });
  const found = Number(database.pragma('application_id', { simple: true }));
  // Without a log beside it the copy is one file, and reading it makes none.
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
 * Looks at every page of a copy of the data file and makes it one file without a log.
 * @throws AppError `data-loss` when it isn't sound
 */
export async function checkCopy(file: string): Promise<CopyFacts> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const workerData = { driver, file, newest: NEWEST, applicationId: APPLICATION_ID };
  const worker = new Worker(LOOK, { eval: true, workerData, execArgv: [] });
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
