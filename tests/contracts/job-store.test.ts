import { createMemoryStore } from '../support/memory-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { testJobs } from './job-store-contract.ts';

testJobs('jobs of the store in memory', () => {
  const store = createMemoryStore();
  return { store, dispose: () => store.close() };
});
testJobs('jobs of the store on SQLite', openTemporaryStore);
