import { createMemoryPaymentStore } from '../support/memory-payments.ts';
import { createSqlitePaymentStore } from '#server/stores/sqlite/payment-store.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { describePaymentStore } from './payment-store-contract.ts';

describePaymentStore('memory', createMemoryPaymentStore);
describePaymentStore('SQLite', () => {
  return createSqlitePaymentStore(openDatabase(':memory:').writer);
});
