import { createMemoryStore } from '../support/memory-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { testStoreEvictions } from './document-store-evictions-contract.ts';
import { testStoreReads } from './document-store-reads-contract.ts';
import { testStoreWrites } from './document-store-contract.ts';

function openMemoryStore() {
  const store = createMemoryStore();
  return { store, dispose: () => store.close() };
}

testStoreWrites('the store in memory writes', openMemoryStore);
testStoreReads('the store in memory reads', openMemoryStore);
testStoreWrites('the store on SQLite writes', openTemporaryStore);
testStoreReads('the store on SQLite reads', openTemporaryStore);
testStoreEvictions('the store in memory evicts', openMemoryStore);
testStoreEvictions('the store on SQLite evicts', openTemporaryStore);
