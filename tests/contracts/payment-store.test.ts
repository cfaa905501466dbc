import Database from 'better-sqlite3';
import { createMemoryPaymentStore } from '../support/memory-payments.ts';
import { createSqlitePaymentStore } from '#server/stores/sqlite/payment-store.ts';
import { createPaymentTables } from '#server/stores/sqlite/payment-tables.ts';
import { describePaymentStore } from './payment-store-contract.ts';

describePaymentStore('memory', createMemoryPaymentStore);
describePaymentStore('SQLite', () => {
  const database = new Database(':memory:');
  createPaymentTables(database);
  // A second start finds its tables there.
  createPaymentTables(database);
  return createSqlitePaymentStore(database);
});
