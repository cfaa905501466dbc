import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import { startNankeen } from '../../support/build-nankeen.ts';
import type { Contestant, Wire } from '../wire.ts';
import { readCheckpoint, readDocumentIds, readHello, readVerdictFault, toPushBody } from './own-messages.ts';

const DATA = `/api/v1/${DEFAULT_DATA_ENDPOINT}`;

/** Writes as admin and reads as a signed-out device. */
export const nankeen: Contestant = {
  name: 'nankeen',
  about: 'dist/server.js with access rules, validation, verdicts and history',
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
      push: (documents) => ({ path: '/api/v1/sync/push', headers: writer, body: toPushBody(documents) }),
      findPushFault: readVerdictFault,
      pull: ({ collection, checkpoint, limit }) => ({
        path: `${DATA}/${collection}/pull?after=${encodeURIComponent(checkpoint)}&limit=${limit}`,
        headers: reader,
      }),
      readCheckpoint: readCheckpoint,
      readIds: readDocumentIds,
      writer,
      stream: () => ({ path: `${DATA}/stream`, headers: newDevice() }),
      reconnect: (greeting) => ({
        path: `${DATA}/stream?after=${readHello(greeting).sequence}`,
        headers: reader,
      }),
      readChangedCollections: (greeting) => readHello(greeting).changedCollections ?? [],
      isChange: (text) => text.includes('event: poke'),
      hasDocumentsInStream: false,
    } satisfies Wire;
  },
};
