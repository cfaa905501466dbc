import { createSqliteFiles } from '#server/stores/sqlite/file-tables.ts';
import { createSqliteMails } from '#server/stores/sqlite/mail-table.ts';
import { createSqliteMigrations } from '#server/stores/sqlite/migration-tables.ts';
import { createSqlitePaymentStore } from '#server/stores/sqlite/payment-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { testErasing } from './eraser-contract.ts';

testErasing('erasing on SQLite', (clock) => {
  const { database, store, dispose } = openTemporaryStore(clock);
  const { writer } = database;
  return {
    store,
    eraser: store,
    payments: createSqlitePaymentStore(writer),
    mails: createSqliteMails(writer),
    files: createSqliteFiles(writer),
    migrations: createSqliteMigrations(writer),
    async readRows() {
      const tables = writer
        .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
        .pluck()
        .all();
      return tables.flatMap((table) =>
        writer
          .prepare<[], object>(`SELECT * FROM "${table}"`)
          .all()
          .map((row) => `${table}: ${JSON.stringify(row)}`),
      );
    },
    run: async (sql) => writer.exec(sql),
    dispose,
  };
});
