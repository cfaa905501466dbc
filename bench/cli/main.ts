import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNankeen } from '../support/build-nankeen.ts';
import { installPeers } from '../support/install-peers.ts';
import type { Contestant, Measured } from './contestant.ts';
import { couchbackup } from './contestants/couchbackup.ts';
import { nankeen } from './contestants/nankeen.ts';
import { postgres } from './contestants/postgres.ts';
import { sqliteUtils } from './contestants/sqlite-utils.ts';
import { sqlite, sqliteById } from './contestants/sqlite.ts';
import { toTable, type Standing } from './report.ts';
import { writeSampleFile, type SampleFile } from './sample-file.ts';
import { readSettings } from './settings.ts';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));
const CONTESTANTS = [sqlite, sqliteById, nankeen, sqliteUtils, postgres, couchbackup];

const print = (text: string) => process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'nankeen-bench-'));

async function main(): Promise<void> {
  const { documents, sizes, many } = readSettings(process.argv.slice(2));
  installPeers();
  buildNankeen();
  const results: Record<string, unknown> = { at: new Date().toISOString(), node: process.version };
  for (const size of sizes) {
    const sample = await writeSampleFile(join(folder, `${size}.ndjson`), documents, size);
    const standings = await measureAll(CONTESTANTS, sample);
    print(`\n${documents} documents of ${sample.bytes} bytes\n${toTable(standings, sample)}`);
    const own = standings.find(({ name }) => name === nankeen.name)?.measured;
    print(`calls to our server during the import, p99: ${own?.pingP99?.toFixed(1)} ms`);
    print(`calls to our server during a copy, p99: ${own?.copyPingP99?.toFixed(1)} ms`);
    print(`a move to PostgreSQL: ${describeMove(own, documents)}`);
    results[`of${size}Bytes`] = Object.fromEntries(standings.map(({ name, measured }) => [name, measured]));
  }
  const large = await writeSampleFile(join(folder, 'many.ndjson'), many, sizes[0] ?? 0);
  const standings = await measureAll([nankeen], large);
  print(`\n${many} documents of ${large.bytes} bytes\n${toTable(standings, large)}`);
  results['many'] = { documents: many, ...standings[0]?.measured };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'cli.json'), `${JSON.stringify(results, null, 2)}\n`);
}

/** A move takes the documents and their copies. */
function describeMove(measured: Measured | undefined, documents: number): string {
  const { importing, moving } = measured ?? {};
  if (!importing || !moving) return '–';
  const rate = (2 * documents) / moving.wallSeconds;
  const ratio = rate / (documents / importing.wallSeconds);
  return `${Math.round(rate).toLocaleString('en-AU')} documents/s, ${ratio.toFixed(2)} of the import`;
}

/** Measures one contestant after another. Skips a peer that can't run and prints why. */
async function measureAll(
  contestants: readonly Contestant[],
  sample: SampleFile,
): Promise<readonly Standing[]> {
  const standings: Standing[] = [];
  for (const contestant of contestants) {
    const { name, about } = contestant;
    const own = mkdtempSync(join(folder, `${name}-`));
    try {
      standings.push({ name, about, measured: await contestant.run(sample, own) });
      print(`${name}: ${about}`);
    } catch (error) {
      if (contestant === nankeen) throw error;
      print(`${name} skipped: ${(error as Error).message}`);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  }
  return standings;
}

main()
  .catch((error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
