import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { assertSettings, setUp, truncateLog } from './connection-settings.ts';
import { checkIntegrity, toOpenError } from './file-damage.ts';

/**
 * Opens the accounts file, readable only by the server's user, with the settings of the data file: an acknowledged
 * sign-up survives a power cut.
 * @param isChecked it was closed cleanly, so the full check is skipped
 * @throws AppError `data-loss` when the file is damaged
 */
export function openAccountsDatabase(file: string, isChecked = false): Database.Database {
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const database = new Database(file);
  try {
    setUp(database);
    if (!isChecked) checkIntegrity(database, file);
    database.pragma('journal_mode = WAL');
    assertSettings(database);
    truncateLog(database);
    return database;
  } catch (cause) {
    database.close();
    throw toOpenError(file, cause);
  }
}
