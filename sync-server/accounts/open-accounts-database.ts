import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Opens the accounts' own file, readable by the server's user alone; an acknowledged sign-up survives a power cut. */
export function openAccountsDatabase(file: string): Database.Database {
  const database = new Database(file);
  if (file !== ':memory:') chmodSync(file, 0o600);
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 5000');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('journal_mode = WAL');
  return database;
}
