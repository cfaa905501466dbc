import { join } from 'node:path';
import type { Clock } from '#shared/kernel/clock.ts';
import { createSqliteMails } from '#server/stores/sqlite/mail-table.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqlitePaymentStore } from '#server/stores/sqlite/payment-store.ts';
import { createSqliteSimulatedPayments } from '#server/stores/sqlite/simulated-payments.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';

/** Documents, mails and payments of the data file in a folder, which is created if missing. */
export function openFileTables(folder: string, clock: Clock) {
  const database = openDatabase(join(folder, 'data.sqlite'));
  const { writer } = database;
  return {
    documents: createSqliteStore(database, clock),
    mails: createSqliteMails(writer),
    payments: createSqlitePaymentStore(writer),
    simulatedPayments: createSqliteSimulatedPayments(writer),
  };
}
