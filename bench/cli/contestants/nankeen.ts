import { join } from 'node:path';
import { findPostgres, startPostgres } from '../../../scripts/postgres-server.ts';
import { NANKEEN_CLI, startNankeen, type NankeenServer } from '../../support/build-nankeen.ts';
import { readFamilyCpu } from '../../support/family-cpu.ts';
import type { Contestant } from '../contestant.ts';
import { watchCopy } from '../watch-copy.ts';
import { watchServer } from '../watch-server.ts';
import { timeCommand, type Cost } from '../timed-command.ts';

const COLLECTION = 'records';

export const nankeen: Contestant = {
  name: 'nankeen',
  about: 'nankeen import and export over HTTP to a running server: rules, history, live updates, undo',
  async run(sample, folder) {
    const server = await startNankeen();
    try {
      const watch = watchServer(server.origin);
      const importing = await cost(server, ['import', COLLECTION, sample.path, '--json']);
      const pingP99 = await watch.end();
      const exporting = await cost(server, [
        'export',
        COLLECTION,
        '-o',
        join(folder, 'out.ndjson'),
        '--json',
      ]);
      const copyPingP99 = await watchCopy(server, COLLECTION, `${COLLECTION}2`);
      const moving = findPostgres() === undefined ? undefined : await move(server);
      return { importing, exporting, moving, pingP99, copyPingP99 };
    } finally {
      await server.stop();
    }
  },
};

/** Moves what was imported, and its copy. */
async function move(server: NankeenServer): Promise<Cost> {
  await server.end();
  const database = startPostgres(true);
  try {
    const before = readFamilyCpu(database.pid());
    const args = ['move', '--from', server.dataDir, '--to', database.url, '--json', '--yes'];
    const spent = await timeCommand(process.execPath, [NANKEEN_CLI, ...args]);
    return { ...spent, cpuSeconds: spent.cpuSeconds + readFamilyCpu(database.pid()) - before };
  } finally {
    database.stop();
  }
}

/** Runs a command. CPU is the sum of command and server, memory the larger peak. */
async function cost(server: NankeenServer, args: readonly string[]): Promise<Cost> {
  const before = server.cpuMs() ?? Number.NaN;
  const environment = { NANKEEN_SERVER: server.origin, NANKEEN_TOKEN: server.adminToken };
  const spent = await timeCommand(process.execPath, [NANKEEN_CLI, ...args], { environment });
  return {
    wallSeconds: spent.wallSeconds,
    cpuSeconds: spent.cpuSeconds + ((server.cpuMs() ?? Number.NaN) - before) / 1000,
    peakMb: Math.max(spent.peakMb, server.peakMb() ?? Number.NaN),
  };
}
