import { createMemoryStore } from '../support/memory-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { testJobNodes } from './job-nodes-contract.ts';

testJobNodes('jobs of two nodes on the store in memory', () => {
  const store = createMemoryStore();
  return { stores: [store, store], dispose: () => store.close() };
});
testJobNodes('jobs of two nodes on the store on SQLite', () => {
  const { store, dispose } = openTemporaryStore();
  return { stores: [store, store], dispose };
});
