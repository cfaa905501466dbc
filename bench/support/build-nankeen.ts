import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_STAFF_EMAIL } from '#server/accounts/demo-staff.ts';
import { startPostgres } from '../../scripts/postgres-server.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The built command line, which `npx nankeen` runs. */
export const NANKEEN_CLI = join(ROOT, 'dist/nankeen.js');

/** Builds `dist/server.js` and `dist/nankeen.js` from the current sources. */
export function buildNankeen(): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--mode', 'node', '--logLevel', 'error'];
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
}

export interface NankeenServer extends ServerProcess {
  readonly adminToken: string;
  readonly tokenSecret: string;
  /** The demo's own account. */
  readonly staff: { readonly email: string; readonly password: string };
}

/** Starts the built server with the flags of `npm start`, on a temporary data folder. */
export async function startNankeen(): Promise<NankeenServer> {
  const server = await startBuilt();
  const secrets = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8')) as Readonly<
    Record<string, string>
  >;
  return {
    ...server,
    adminToken: String(secrets['adminToken']),
    tokenSecret: String(secrets['tokenSecret']),
    staff: { email: DEMO_STAFF_EMAIL, password: String(secrets['staffPassword']) },
  };
}

/** Several nodes on one PostgreSQL that waits for the disk; its figures are those of all nodes together. */
export interface NankeenCluster extends ServerProcess {
  /** Of each node. */
  readonly origins: readonly string[];
  readonly adminToken: string;
  readonly tokenSecret: string;
}

export async function startCluster(count: number): Promise<NankeenCluster> {
  const [adminToken, tokenSecret] = [
    'admin-token-of-the-bench-0aQ7wE2rT5',
    'token-secret-of-the-bench-x3J9yU8iO1',
  ];
  const database = startPostgres(true);
  const filesDir = mkdtempSync(join(tmpdir(), 'nankeen-bench-files-'));
  const nodes: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    database.stop();
    rmSync(filesDir, { recursive: true, force: true });
  };
  try {
    for (let number = 1; number <= count; number += 1) {
      const environment = {
        DATABASE_URL: database.url,
        FILES_DIR: filesDir,
        NODE_NAME: `node-${number}`,
        DRAIN_SECONDS: '0',
        ADMIN_TOKEN: adminToken,
        TOKEN_SECRET: tokenSecret,
      };
      nodes.push(await startBuilt(environment));
    }
  } catch (cause) {
    await stop();
    throw cause;
  }
  const [first] = nodes;
  if (!first) throw new Error('A cluster has a node at least.');
  const sum = (read: (node: ServerProcess) => number | undefined) => {
    const values = nodes.map(read);
    return values.includes(undefined)
      ? undefined
      : values.reduce<number>((total, value) => total + (value ?? 0), 0);
  };
  return {
    origin: first.origin,
    origins: nodes.map(({ origin }) => origin),
    dataDir: first.dataDir,
    adminToken,
    tokenSecret,
    residentMb: () => sum((node) => node.residentMb()),
    peakMb: () => sum((node) => node.peakMb()),
    cpuMs: () => sum((node) => node.cpuMs()),
    end: async () => void (await Promise.all(nodes.map((node) => node.end()))),
    stop,
  };
}

function startBuilt(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServerProcess({
    file: join(ROOT, 'dist/server.js'),
    flags: readStartFlags(),
    ready: 'Nankeen is ready',
    environment,
  });
}

/** Node's flags in `npm start`. */
function readStartFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  const flags = /node (.+) dist\/server\.js$/.exec(scripts.start)?.[1];
  if (flags === undefined) throw new Error(`npm start does not start the server: ${scripts.start}`);
  return flags.split(' ');
}
