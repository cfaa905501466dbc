import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';
import { runInWorker } from './run-in-worker.ts';

/**
 * Tables whose rows a backup leaves out: reading or restoring it must not sign anyone in. All other tables
 * of the accounts file are kept, also those that the identity provider adds later.
 */
export const LEFT_OUT = [
  'session',
  'verification',
  'mailedLink',
  'signInChallenge',
  'passkeyChallenge',
  'attempt',
] as const;

/** Nor must a link in a mail that is not sent yet. */
const WITHOUT_LINKS = `DELETE FROM mail WHERE json_extract(facts, '$.token') IS NOT NULL`;

/** The accounts file as one value, so that a backup stays one file whatever tables the accounts have. */
const PUT = `
  const { createHash } = require('node:crypto');
  const { readFileSync } = require('node:fs');
  const { file, accounts, leftOut, withoutLinks } = data;
  const source = new Database(accounts, { fileMustExist: true });
  source.pragma('journal_mode = DELETE');
  const exists = source.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const name of leftOut) if (exists.get(name)) source.exec('DELETE FROM ' + name);
  // Deleted rows would stay in free pages.
  source.exec('VACUUM');
  const integrity = source.pragma('integrity_check(1)', { simple: true });
  source.close();
  if (integrity !== 'ok') return integrity;
  const content = readFileSync(accounts);
  const copy = new Database(file, { fileMustExist: true });
  copy.pragma('secure_delete = ON');
  copy.exec(withoutLinks);
  copy.exec('DROP TABLE IF EXISTS copiedAccounts; CREATE TABLE copiedAccounts (content BLOB NOT NULL, sha256 TEXT NOT NULL) STRICT');
  const sha256 = createHash('sha256').update(content).digest('hex');
  copy.prepare('INSERT INTO copiedAccounts (content, sha256) VALUES (?, ?)').run(content, sha256);
  copy.close();
  return 'ok';`;

/**
 * Puts the accounts into a copy of the data file, without sessions and links.
 * @param copyAccounts copies them in use to a file that does not exist
 * @throws AppError `data-loss` when the accounts file is damaged
 */
export async function putAccounts(
  copyAccounts: (target: string) => Promise<void>,
  file: string,
): Promise<void> {
  const partial = `${file}.accounts`;
  rmSync(partial, { force: true });
  try {
    await copyAccounts(partial);
    const integrity = await runInWorker<string>(PUT, {
      file,
      accounts: partial,
      leftOut: LEFT_OUT,
      withoutLinks: WITHOUT_LINKS,
    });
    if (integrity !== 'ok') throw new AppError('data-loss', `accounts.sqlite is damaged (${integrity}).`);
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${ending}`, { force: true });
  }
}

/**
 * Moves the accounts out of a copy of the data file, which must not keep them, into a file of their own.
 * @param target `undefined` to only remove them
 * @returns whether the copy had accounts
 * @throws AppError `data-loss` when they have changed since the backup
 */
export function takeAccounts(copy: string, target: string | undefined): boolean {
  const database = new Database(copy, { fileMustExist: true });
  try {
    const exists = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'copiedAccounts'`).get();
    if (exists === undefined) return false;
    if (target !== undefined) writeFileSync(target, readContent(database), { mode: 0o600 });
    // Overwrites the pages that are freed.
    database.pragma('secure_delete = ON');
    database.exec('DROP TABLE copiedAccounts');
    return true;
  } finally {
    database.close();
  }
}

function readContent(database: Database.Database): Buffer {
  const row = database
    .prepare<[], { readonly content: Buffer; readonly sha256: string }>(
      'SELECT content, sha256 FROM copiedAccounts',
    )
    .get();
  if (row && createHash('sha256').update(row.content).digest('hex') === row.sha256) return row.content;
  throw new AppError('data-loss', 'The accounts in the backup are damaged. Nothing was changed.');
}
