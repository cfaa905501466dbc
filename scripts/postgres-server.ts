import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server with its data in a temporary folder, on loopback. */
export interface PostgresServer {
  /** Of the database `postgres`, for a superuser. */
  readonly url: string;
  /** The process that starts all others, until it crashes or stops. */
  readonly pid: () => number;
  /** Makes a standby of its present data. @returns starts the standby and promotes it */
  copy(): () => PostgresServer;
  /** Ends it as a crash does, and starts it again. */
  crash(): void;
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
  const files = createFiles();
  files.run('initdb', '-N', '-A', 'trust', '-U', USER, '--locale=C.UTF-8', '-E', 'UTF8', files.data);
  return start(files, isDurable);
}

interface ServerFiles {
  readonly folder: string;
  /** Path of the data, below the folder. */
  readonly data: string;
  /** Runs one of PostgreSQL's programs on them. */
  run(program: string, ...parameters: string[]): void;
}

function createFiles(): ServerFiles {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-postgres-'));
  // PostgreSQL refuses to run as root.
  if (isRoot) execFileSync('chown', [USER, folder]);
  else chmodSync(folder, 0o700);
  return {
    folder,
    data: join(folder, 'data'),
    run(program, ...parameters) {
      const path = join(programs, program);
      const [command, before] = isRoot ? ['runuser', ['-u', USER, '--', path]] : [path, []];
      execFileSync(command, [...before, ...parameters], { stdio: 'pipe', cwd: folder });
    },
  };
}

function start({ folder, data, run }: ServerFiles, isDurable: boolean): PostgresServer {
  // Systems don't use ports of this range for outgoing connections.
  const port = 10_000 + randomInt(10_000);
  const fast = isDurable ? '' : '-c fsync=off -c full_page_writes=off';
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c max_connections=400 ${fast}`;
  const open = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  const end = () => run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
  open();
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  return {
    url,
    pid: () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8')),
    copy() {
      const files = createFiles();
      files.run('pg_basebackup', '-d', url, '-D', files.data, '-R', '-c', 'fast');
      return () => {
        const server = start(files, isDurable);
        files.run('pg_ctl', '-D', files.data, '-w', 'promote');
        return server;
      };
    },
    crash() {
      end();
      open();
    },
    stop() {
      end();
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
