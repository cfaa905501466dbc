import { afterEach } from 'vitest';
import { createMemoryStorage, openAccountStorage } from '../support/memory-storage.ts';
import { createTestClock } from '../support/test-clock.ts';
import { testAttempts } from './attempt-table-contract.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

testAttempts('attempt counters in memory', () => createMemoryStorage(createTestClock()).accounts.tables);
testAttempts('attempt counters on SQLite', () => {
  const { database, tables } = openAccountStorage();
  closers.push(() => database.close());
  return tables;
});
