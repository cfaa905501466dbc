import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server with its data in a temporary folder, on loopback. */
export interface PostgresServer {
  /** Of the database `postgres`, for a superuser. */
  readonly url: string;
  /** Stops it and removes its data. */
  stop(): void;
}

const USER = 'postgres';
const isRoot = process.getuid?.() === 0;

/**
 * Starts a PostgreSQL server, as the user `postgres` when this process is root.
 * @param isDurable whether a commit waits for the disk
 */
export function startPostgres(isDurable = false): PostgresServer {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-postgres-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  if (isRoot) execFileSync('chown', [USER, folder]);
  else chmodSync(folder, 0o700);
  const asUser = (program: string, ...parameters: string[]): [string, string[]] => {
    const path = join(programs, program);
    return isRoot ? ['runuser', ['-u', USER, '--', path, ...parameters]] : [path, parameters];
  };
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(...asUser(program, ...parameters), { stdio: 'pipe' });
  run('initdb', '-N', '-A', 'trust', '-U', USER, '--locale=C.UTF-8', '-E', 'UTF8', data);
  // Systems don't use ports of this range for outgoing connections.
  const port = 10_000 + randomInt(10_000);
  const fast = isDurable ? '' : '-c fsync=off -c full_page_writes=off';
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c max_connections=400 ${fast}`;
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of PostgreSQL's programs, of the newest version; `undefined` where it is not installed. */
export function findPostgres(): string | undefined {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const newest = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(installed, version, 'bin'));
  return [...newest, ...(process.env['PATH'] ?? '').split(':')].find((one) =>
    existsSync(join(one, 'initdb')),
  );
}
