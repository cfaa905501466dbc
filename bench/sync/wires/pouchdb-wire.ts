import { randomBytes } from 'node:crypto';
import { compileServer } from '../../support/compile-server.ts';
import { startServerProcess } from '../../support/server-process.ts';
import type { Contestant } from '../wire.ts';

const SOURCE = new URL('../servers/pouchdb-server.ts', import.meta.url);
const PEERS = new URL('../../peers/', import.meta.url);

interface Page {
  readonly results: readonly { readonly id: string }[];
}

/** PouchDB at its best: ready-made revisions and changes with documents save the requests of its replication. */
export const pouchdb: Contestant = {
  name: 'pouchdb',
  about:
    'express-pouchdb 4.2 and PouchDB 9 on LevelDB (no fsync before it responds), by _bulk_docs and _changes with documents; last revisions only',
  async start() {
    const file = await compileServer(SOURCE, PEERS);
    const server = await startServerProcess({ file, ready: 'listening' });
    const made = await fetch(`${server.origin}/products`, { method: 'PUT' });
    if (!made.ok) throw new Error(`The database was not created: ${made.status} ${await made.text()}`);
    return {
      server,
      collections: ['products'],
      reader: {},
      push(documents) {
        const docs = documents.map((document) => {
          const revision = randomBytes(16).toString('hex');
          return {
            ...document,
            _id: document.FBUID,
            _rev: `1-${revision}`,
            _revisions: { start: 1, ids: [revision] },
          };
        });
        return { path: '/products/_bulk_docs', body: JSON.stringify({ docs, new_edits: false }) };
      },
      // With `new_edits: false` the response lists only failures.
      findPushFault: (response) => (response.trim() === '[]' ? undefined : response.slice(0, 300)),
      pull: ({ checkpoint, limit }) => ({
        path: `/products/_changes?include_docs=true&limit=${limit}&since=${checkpoint || 0}`,
      }),
      readCheckpoint: (page) => /"last_seq":(\d+)/.exec(page.slice(-200))?.[1] ?? '',
      readIds: (page) => (JSON.parse(page) as Page).results.map(({ id }) => id),
      stream: () => ({
        path: '/products/_changes?feed=continuous&include_docs=true&since=now&heartbeat=60000',
        headers: { accept: 'application/json' },
      }),
      isChange: (text) => text.includes('"changes"'),
      hasDocumentsInStream: true,
    };
  },
};
