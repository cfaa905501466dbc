import { createSqliteFiles } from '#server/stores/sqlite/file-tables.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { testFiles } from './file-store-contract.ts';

testFiles('files in memory', () => {
  const files = createMemoryFiles();
  const documents = files.follow(createMemoryStore());
  return { files, documents, dispose: () => documents.close() };
});
testFiles('files on SQLite', () => {
  const { database, store, dispose } = openTemporaryStore();
  return { files: createSqliteFiles(database.writer), documents: store, dispose };
});
