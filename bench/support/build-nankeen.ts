import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The built command line, as `npx nankeen` runs it. */
export const NANKEEN_CLI = join(ROOT, 'dist/nankeen.js');

/** Builds `dist/server.js` and `dist/nankeen.js` from what stands in the folder now. */
export function buildNankeen(): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--mode', 'node', '--logLevel', 'error'];
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
}

export interface NankeenServer extends ServerProcess {
  readonly adminToken: string;
  readonly tokenSecret: string;
}

/** Starts the built server as `npm start` does, on a data folder of its own. */
export async function startNankeen(): Promise<NankeenServer> {
  const server = await startServerProcess({
    file: join(ROOT, 'dist/server.js'),
    flags: readStartFlags(),
    ready: 'Nankeen is ready',
  });
  const secrets = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8')) as Readonly<
    Record<string, string>
  >;
  return {
    ...server,
    adminToken: String(secrets['adminToken']),
    tokenSecret: String(secrets['tokenSecret']),
  };
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
