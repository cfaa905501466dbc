import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeCommand, type Cost } from '../timed-command.ts';
import type { Contestant } from '../contestant.ts';

const PROGRAMS = '/usr/lib/postgresql';
/** Uses control characters that JSON never contains, so each line is one value. */
const ONE_VALUE_PER_LINE = "(FORMAT csv, QUOTE e'\\x01', DELIMITER e'\\x02')";

export const postgres: Contestant = {
  name: 'postgresql',
  about: 'psql \\copy, each line as jsonb into one table, to a running server: no rules, no history',
  async run({ path }, folder) {
    const server = startPostgres();
    try {
      const psql = (command: string) => ['-h', server.socket, '-U', 'postgres', '-qc', command];
      execFileSync('psql', psql('CREATE TABLE documents (json jsonb)'));
      const copyIn = psql(`\\copy documents FROM '${path}' WITH ${ONE_VALUE_PER_LINE}`);
      const out = join(folder, 'postgres.ndjson');
      const copyOut = psql(`\\copy (SELECT json FROM documents ORDER BY json ->> 'FBUID') TO '${out}'`);
      return { importing: await server.cost(copyIn), exporting: await server.cost(copyOut) };
    } finally {
      server.stop();
    }
  },
};

/** Starts a temporary server on a socket in its folder. As root it runs as user postgres, since it refuses root. */
function startPostgres() {
  const version = readdirSync(PROGRAMS).toSorted().at(-1);
  if (version === undefined) throw new Error(`${PROGRAMS} is empty`);
  const data = mkdtempSync(join(tmpdir(), 'nankeen-bench-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['postgres', data]);
  const run = (program: string, args: readonly string[]) => {
    const command = [join(PROGRAMS, version, 'bin', program), ...args];
    const [name = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(name, rest, { stdio: 'ignore', cwd: data });
  };
  const cluster = join(data, 'cluster');
  run('initdb', ['-D', cluster, '-A', 'trust', '-U', 'postgres']);
  run('pg_ctl', ['-D', cluster, '-w', '-o', `-k ${data} -c listen_addresses=`, 'start']);
  const pid = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  return {
    socket: data,
    async cost(args: readonly string[]): Promise<Cost> {
      const before = readFamilyCpu(pid);
      const spent = await timeCommand('psql', args);
      return { ...spent, cpuSeconds: spent.cpuSeconds + readFamilyCpu(pid) - before };
    },
    stop() {
      run('pg_ctl', ['-D', cluster, '-m', 'immediate', 'stop']);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process's children, running and ended. */
function readFamilyCpu(parent: string): number {
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readTimes)
    .filter((times) => times?.parent === parent);
  const ticks = living.reduce((sum, times) => sum + (times?.own ?? 0), readTimes(parent)?.ended ?? 0);
  return ticks / TICKS_PER_SECOND;
}

function readTimes(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = fields;
    return {
      parent,
      own: Number(user) + Number(system),
      ended: Number(endedUser) + Number(endedSystem),
    };
  } catch {
    return undefined;
  }
}
