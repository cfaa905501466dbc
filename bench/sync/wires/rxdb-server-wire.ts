import { compileServer } from '../../support/compile-server.ts';
import { startServerProcess } from '../../support/server-process.ts';
import type { Contestant } from '../wire.ts';

const SOURCE = new URL('../servers/rxdb-server.ts', import.meta.url);
const PEERS = new URL('../../peers/', import.meta.url);

interface Page {
  readonly documents: readonly { readonly FBUID: string }[];
}

export const rxdbServer: Contestant = {
  name: 'rxdb-server',
  about:
    'rxdb-server 15.22 with RxDB 15.39 on Express, in its memory store (nothing on disk, no history, no access rules)',
  async start() {
    const file = await compileServer(SOURCE, PEERS);
    const server = await startServerProcess({ file, ready: 'listening' });
    return {
      server,
      collections: ['products'],
      reader: {},
      push: (documents) => ({
        path: '/products/0/push',
        body: JSON.stringify(
          documents.map((document) => ({ newDocumentState: { ...document, _deleted: false } })),
        ),
      }),
      // The response lists the conflicts.
      findPushFault: (response) => (response === '[]' ? undefined : response.slice(0, 300)),
      pull: ({ checkpoint, limit }) => ({ path: `/products/0/pull?limit=${limit}&${checkpoint}` }),
      readCheckpoint(page) {
        const [, id = '', lwt = ''] =
          /"checkpoint":\{"id":"([^"]*)","lwt":([\d.]+)\}/.exec(page.slice(-200)) ?? [];
        return `id=${id}&lwt=${lwt}`;
      },
      readIds: (page) => (JSON.parse(page) as Page).documents.map(({ FBUID }) => FBUID),
      stream: () => ({ path: '/products/0/pullStream' }),
      isChange: (text) => text.includes('"documents"'),
      hasDocumentsInStream: true,
    };
  },
};
