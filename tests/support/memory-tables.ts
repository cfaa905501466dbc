import { createSqliteMails } from '#server/stores/sqlite/mail-table.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqlitePaymentStore } from '#server/stores/sqlite/payment-store.ts';
import { createSqliteSimulatedPayments } from '#server/stores/sqlite/simulated-payments.ts';

/** Mails and payments of one data file in memory. */
export function openMemoryTables() {
  const { writer } = openDatabase(':memory:');
  return {
    mails: createSqliteMails(writer),
    payments: createSqlitePaymentStore(writer),
    simulatedPayments: createSqliteSimulatedPayments(writer),
  };
}
