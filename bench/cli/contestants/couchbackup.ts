import { createReadStream, createWriteStream, openSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileServer } from '../../support/compile-server.ts';
import { startServerProcess } from '../../support/server-process.ts';
import type { Contestant } from '../contestant.ts';
import { timeCommand } from '../timed-command.ts';

const PEERS = new URL('../../peers/', import.meta.url);
const SERVER = new URL('../servers/couch-server.ts', import.meta.url);
const RESTORE = fileURLToPath(new URL('node_modules/@cloudant/couchbackup/bin/couchrestore.bin.js', PEERS));
const HEADER = '{"name":"@cloudant/couchbackup","version":"2.11.12","mode":"full"}';
const BATCH = 500;

export const couchbackup: Contestant = {
  name: 'couchrestore',
  about: '@cloudant/couchbackup 2.11 into PouchDB 9’s server on LevelDB: last revisions, no rules',
  async run({ path }, folder) {
    const backup = join(folder, 'couch-backup.txt');
    await writeBackup(path, backup);
    const server = await startServerProcess({ file: await compileServer(SERVER, PEERS), ready: 'listening' });
    try {
      await fetch(`${server.origin}/records`, { method: 'PUT' });
      const before = server.cpuMs() ?? Number.NaN;
      const spent = await timeCommand(
        process.execPath,
        [RESTORE, '--url', server.origin, '--db', 'records', '--buffer-size', String(BATCH)],
        { inputFile: openSync(backup, 'r') },
      );
      const counted = (await (await fetch(`${server.origin}/records`)).json()) as {
        readonly doc_count: number;
      };
      if (counted.doc_count === 0) throw new Error('nothing was restored');
      const cpuSeconds = spent.cpuSeconds + ((server.cpuMs() ?? Number.NaN) - before) / 1000;
      return {
        importing: { ...spent, cpuSeconds, peakMb: Math.max(spent.peakMb, server.peakMb() ?? Number.NaN) },
      };
    } finally {
      await server.stop();
    }
  },
};

/** Writes a backup in couchbackup's format: one array of documents per line. */
async function writeBackup(source: string, target: string): Promise<void> {
  const file = createWriteStream(target);
  file.write(`${HEADER}\n`);
  let batch: string[] = [];
  for await (const line of createInterface({ input: createReadStream(source) })) {
    const id = /"FBUID":("[^"]+")/.exec(line)?.[1];
    batch.push(`{"_id":${id},${line.slice(1)}`);
    if (batch.length < BATCH) continue;
    if (!file.write(`[${batch.join()}]\n`)) await once(file, 'drain');
    batch = [];
  }
  if (batch.length > 0) file.write(`[${batch.join()}]\n`);
  file.end();
  await once(file, 'close');
}
