import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import { startServerProcess } from '../server-process.ts';
import type { Contestant, Wire } from '../wire.ts';
import { readCheckpoint, readDocumentIds, readHello, readVerdictFault, toPushBody } from './own-messages.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DATA = `/api/v1/${DEFAULT_DATA_ENDPOINT}`;

/** Builds `dist/server.js` from what stands in the folder now. */
export function buildNankeen(): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--mode', 'node', '--logLevel', 'error'];
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
}

/** What `npm start` gives to Node. */
function readStartFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  const flags = /node (.+) dist\/server\.js$/.exec(scripts.start)?.[1];
  if (flags === undefined) throw new Error(`No server is started by ${scripts.start}`);
  return flags.split(' ');
}

/** Written as the admin, read as a device that nobody is signed in on. */
export const nankeen: Contestant = {
  name: 'nankeen',
  about: 'dist/server.js with rights, validation, verdicts and history',
  async start() {
    const server = await startServerProcess({
      file: join(ROOT, 'dist/server.js'),
      flags: readStartFlags(),
      ready: 'Nankeen is ready',
    });
    const secrets = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8')) as Record<
      string,
      string
    >;
    const writer = { authorization: `Bearer ${secrets['adminToken']}` };
    const newDevice = () => ({
      authorization: `Bearer ${signDeviceToken(createId(), Date.now(), String(secrets['tokenSecret']))}`,
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
      readPosition: readCheckpoint,
      readIds: readDocumentIds,
      writer,
      stream: () => ({ path: `${DATA}/stream`, headers: newDevice() }),
      streamAgain: (greeting) => ({
        path: `${DATA}/stream?after=${readHello(greeting).sequence}`,
        headers: reader,
      }),
      readNews: (greeting) => readHello(greeting).news ?? [],
      isNews: (text) => text.includes('event: poke'),
      isNewsComplete: false,
    } satisfies Wire;
  },
};
