import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import { startNankeen } from '../../support/build-nankeen.ts';
import type { Contestant, Wire } from '../wire.ts';
import { readCheckpoint, readDocumentIds, readHello, readVerdictFault, toPushBody } from './own-messages.ts';

const DATA = `/api/v1/${DEFAULT_DATA_ENDPOINT}`;

/** Written as the admin, read as a device that nobody is signed in on. */
export const nankeen: Contestant = {
  name: 'nankeen',
  about: 'dist/server.js with rights, validation, verdicts and history',
  async start() {
    const server = await startNankeen();
    const writer = { authorization: `Bearer ${server.adminToken}` };
    const newDevice = () => ({
      authorization: `Bearer ${signDeviceToken(createId(), Date.now(), server.tokenSecret)}`,
    });
    const reader = newDevice();
    return {
      server,
      collections: ['products', ...COLLECTION_NAMES.filter((name) => name !== 'products')],
      reader,
      push: (documents) => ({ path: `${DATA}/products/push`, headers: writer, body: toPushBody(documents) }),
      findPushFault: readVerdictFault,
      pull: ({ collection, position, limit }) => ({
        path: `${DATA}/${collection}/pull?after=${encodeURIComponent(position)}&limit=${limit}`,
        headers: reader,
      }),
      readCheckpoint: readCheckpoint,
      readIds: readDocumentIds,
      writer,
      stream: () => ({ path: `${DATA}/stream`, headers: newDevice() }),
      streamAgain: (greeting) => ({
        path: `${DATA}/stream?after=${readHello(greeting).sequence}`,
        headers: reader,
      }),
      readNews: (greeting) => readHello(greeting).changedCollections ?? [],
      isNews: (text) => text.includes('event: poke'),
      isNewsComplete: false,
    } satisfies Wire;
  },
};
