import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { assertSettings, setUp } from './connection-settings.ts';
import { checkIntegrity, toOpenError } from './file-damage.ts';

/**
 * Opens the accounts' own file, readable by the server's user alone, with the settings of the data file: an acknowledged
 * sign-up survives a power cut.
 * @param isChecked it was closed in good order, so that it is opened without a look at all of it
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
    return database;
  } catch (cause) {
    database.close();
    throw toOpenError(file, cause);
  }
}
