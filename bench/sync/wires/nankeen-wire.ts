import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import {
  startCluster,
  startNankeen,
  type NankeenCluster,
  type NankeenServer,
} from '../../support/build-nankeen.ts';
import type { Contestant, Wire } from '../wire.ts';
import { readCheckpoint, readDocumentIds, readHello, readVerdictFault, toPushBody } from './own-messages.ts';

const DATA = `/api/v1/${DEFAULT_DATA_ENDPOINT}`;

export const nankeen: Contestant = {
  name: 'nankeen',
  about: 'dist/server.js with access rules, validation, verdicts and history',
  start: async () => toWire(await startNankeen()),
};

/** The same server as several nodes on PostgreSQL. */
export function nankeenOnPostgres(count: number): Contestant {
  return {
    name: `${count} on PostgreSQL`,
    about: `nodes of the same on one PostgreSQL: ${count}; CPU and memory are those of the nodes, without the database`,
    start: async () => toWire(await startCluster(count)),
  };
}

/** Writes as admin and reads as a signed-out device. */
function toWire(server: NankeenServer | NankeenCluster): Wire {
  const writer = { authorization: `Bearer ${server.adminToken}` };
  const newDevice = () => ({
    authorization: `Bearer ${signDeviceToken(createId(), Date.now(), server.tokenSecret)}`,
  });
  const reader = newDevice();
  return {
    server,
    ...('origins' in server && { origins: server.origins }),
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
  };
}
