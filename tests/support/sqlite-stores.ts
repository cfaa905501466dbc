import type { Clock } from '#shared/kernel/clock.ts';
import { createSqliteDeviceStore } from '#server/stores/sqlite/device-table.ts';
import { createSqliteFiles } from '#server/stores/sqlite/file-tables.ts';
import { createSqliteMails } from '#server/stores/sqlite/mail-table.ts';
import { createSqliteMigrations } from '#server/stores/sqlite/migration-tables.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqlitePaymentStore } from '#server/stores/sqlite/payment-store.ts';
import { createSqliteSimulatedPayments } from '#server/stores/sqlite/simulated-payments.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';

/** All stores of a data file. */
export function openSqliteStores(file: string, clock?: Clock) {
  const database = openDatabase(file);
  const { writer } = database;
  const store = createSqliteStore(database, clock);
  const tables = writer
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all();
  return {
    database,
    store,
    eraser: store,
    devices: createSqliteDeviceStore(writer),
    payments: createSqlitePaymentStore(writer),
    simulatedPayments: createSqliteSimulatedPayments(writer),
    mails: createSqliteMails(writer),
    files: createSqliteFiles(writer),
    migrations: createSqliteMigrations(writer),
    run: async (sql: string): Promise<void> => void writer.exec(sql),
    tables,
    /** Every row of every table, as text that begins with the table's name and a colon. */
    readRows: async (): Promise<readonly string[]> =>
      tables.flatMap((table) =>
        writer
          .prepare<[], object>(`SELECT * FROM "${table}"`)
          .all()
          .map((row) => `${table}: ${JSON.stringify(row)}`),
      ),
    close: () => store.close(),
  };
}
