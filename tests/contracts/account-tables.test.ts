import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountWorld } from '../support/account-world.ts';
import { testAccountTables, type OpenAccountWorld } from './account-tables-contract.ts';
import { testAccountsAtOnce } from './accounts-at-once-contract.ts';
import { testDeletionsAtOnce } from './deletion-at-once-contract.ts';

const openWorld: OpenAccountWorld = async (options) => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
  const world = await createAccountWorld({ ...options, folder });
  return {
    ...world,
    async close() {
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

testAccountTables('accounts on SQLite', openWorld);
testAccountsAtOnce('accounts on SQLite, at once', createAccountWorld);
testDeletionsAtOnce('deletions of accounts on SQLite, at once', openWorld);
