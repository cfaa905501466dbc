import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createPictureMaker } from '#server/files/picture-maker.ts';
import { openSqliteStorage } from '#server/stores/sqlite/open-storage.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createCoreServer } from '../support/core-server.ts';
import {
  beginUpload,
  readFacts,
  sendPiece,
  toDocument,
  toFileId,
  toUploadPath,
} from '../support/file-world.ts';
import { drawPicture } from '../support/picture-corpus.ts';
import { silentLog } from '../support/silent-log.ts';
import { SAID } from './power-cut-events.ts';

/**
 * The recorded server: it receives pictures and documents in two pieces, makes them, and ends as if killed. It reports
 * `received` after the last piece of each is acknowledged, and `stored` after its facts say so.
 */
const [, , folder = '', count = ''] = process.argv;
const storage = openSqliteStorage({
  folder,
  holder: { pid: process.pid },
  isReading: false,
  clock: systemClock,
  rejectedBytes: 1e6,
  shopAddress: undefined,
  checks: false,
  log: silentLog,
});
const server = createCoreServer(storage.documents, systemClock, {
  dataDir: folder,
  storage,
  pictureMaker: createPictureMaker({ priority: 0 }),
});
const said = openSync(join(folder, SAID), 'a');
const say = (word: string, id: string) => writeSync(said, `${word} ${id}\n`);

async function send(bytes: Uint8Array, bucket: string, name: string): Promise<void> {
  const as = 'admin';
  const path = toUploadPath(await beginUpload(server, bytes, { bucket, as }));
  const half = bytes.length >> 1;
  for (const [from, to] of [
    [0, half],
    [half, bytes.length],
  ] as const) {
    const sent = await sendPiece(server, path, { bytes: bytes.subarray(from, to), from, as });
    if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`);
  }
  const id = toFileId(bytes);
  say('received', id);
  await server.library.makeDue();
  const facts = (await readFacts(server, `${bucket}/${id}.${name}`, as)) as { readonly state: string };
  if (facts.state !== 'stored') throw new Error(JSON.stringify(facts));
  say('stored', id);
}

async function sendAll(lane: number): Promise<void> {
  for (let index = 0; index < Number(count); index++) {
    const number = index * 2 + lane;
    const picture = await drawPicture(40 + number, 30)
      .webp()
      .toBuffer();
    await send(picture, 'product-pictures', 'webp');
    if (index % 3 === 0) await send(toDocument(`${number} `.repeat(3000)), 'product-documents', 'pdf');
  }
}

await Promise.all([sendAll(0), sendAll(1)]);
process.exit(0);
