import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startPostgres } from '../../../scripts/postgres-server.ts';
import { readFamilyCpu } from '../../support/family-cpu.ts';
import { timeCommand, type Cost } from '../timed-command.ts';
import type { Contestant } from '../contestant.ts';

/** Uses control characters that JSON never contains, so each line is one value. */
const ONE_VALUE_PER_LINE = "(FORMAT csv, QUOTE e'\\x01', DELIMITER e'\\x02')";

export const postgres: Contestant = {
  name: 'postgresql',
  about: 'psql \\copy, each line as jsonb into one table, to a running server: no rules, no history',
  async run({ path }, folder) {
    const server = startPostgres(true);
    const psql = (command: string) => [server.url, '-qc', command];
    const cost = async (args: readonly string[]): Promise<Cost> => {
      const before = readFamilyCpu(server.pid());
      const spent = await timeCommand('psql', args);
      return { ...spent, cpuSeconds: spent.cpuSeconds + readFamilyCpu(server.pid()) - before };
    };
    try {
      execFileSync('psql', psql('CREATE TABLE documents (json jsonb)'));
      const copyIn = psql(`\\copy documents FROM '${path}' WITH ${ONE_VALUE_PER_LINE}`);
      const out = join(folder, 'postgres.ndjson');
      const copyOut = psql(`\\copy (SELECT json FROM documents ORDER BY json ->> 'FBUID') TO '${out}'`);
      return { importing: await cost(copyIn), exporting: await cost(copyOut) };
    } finally {
      server.stop();
    }
  },
};
