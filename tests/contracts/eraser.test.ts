import { openSqliteStores } from '../support/sqlite-stores.ts';
import { testErasing } from './eraser-contract.ts';

testErasing('erasing on SQLite', (clock) => {
  const stores = openSqliteStores(':memory:', clock);
  return { ...stores, dispose: stores.close };
});
