import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_STAFF_EMAIL } from '#server/accounts/demo-staff.ts';
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
    staff: { email: DEMO_STAFF_EMAIL, password: String(secrets['staffPassword']) },
  };
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
