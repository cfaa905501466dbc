import { createMemoryStore } from '../support/memory-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { testLikeMemory } from './document-store-differential.ts';
import { testStoreEvictions } from './document-store-evictions-contract.ts';
import { testStoreReads } from './document-store-reads-contract.ts';
import { testStoreWrites } from './document-store-contract.ts';

function openMemoryStore() {
  const store = createMemoryStore();
  return { store, dispose: () => store.close() };
}

testStoreWrites('writes of the store in memory', openMemoryStore);
testStoreReads('reads of the store in memory', openMemoryStore);
testStoreWrites('writes of the store on SQLite', openTemporaryStore);
testStoreReads('reads of the store on SQLite', openTemporaryStore);
testStoreEvictions('evictions of the store in memory', openMemoryStore);
testStoreEvictions('evictions of the store on SQLite', openTemporaryStore);
testLikeMemory('the store on SQLite', openTemporaryStore, 60);
