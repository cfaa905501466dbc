import { compileServer } from '../../support/compile-server.ts';
import { startServerProcess } from '../../support/server-process.ts';
import type { Contestant } from '../wire.ts';
import { readCheckpoint, readDocumentIds, readVerdictFault, toPushBody } from './own-messages.ts';

const SOURCE = new URL('../servers/limit-server.ts', import.meta.url);
const ROOT = new URL('../../../', import.meta.url);

export const limit: Contestant = {
  name: 'limit',
  about: 'node:http and better-sqlite3, synchronous=FULL, one history row and one head row per document',
  async start() {
    const file = await compileServer(SOURCE, ROOT);
    const server = await startServerProcess({ file, ready: 'listening' });
    return {
      server,
      collections: ['products'],
      reader: {},
      push: (documents) => ({ path: '/push', body: toPushBody(documents) }),
      findPushFault: readVerdictFault,
      pull: ({ checkpoint, limit }) => ({ path: `/pull?after=${checkpoint || 0}&limit=${limit}` }),
      readCheckpoint: readCheckpoint,
      readIds: readDocumentIds,
      stream: () => ({ path: '/stream' }),
      isChange: (text) => text.includes('event: poke'),
      hasDocumentsInStream: true,
    };
  },
};
