import { createSqliteMigrations } from '#server/stores/sqlite/migration-tables.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createMemoryMigrations } from '../support/memory-storage.ts';
import { testMigrations } from './migration-store-contract.ts';

testMigrations('migrations in memory', createMemoryMigrations);
testMigrations('migrations on SQLite', () => createSqliteMigrations(openDatabase(':memory:').writer));
