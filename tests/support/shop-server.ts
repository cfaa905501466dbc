import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package whose build is served. NANKEEN_PACKAGE selects another one. */
export const PACKAGE_ROOT =
  process.env['NANKEEN_PACKAGE'] ?? fileURLToPath(new URL('../..', import.meta.url));

/** Address and credentials of a running server. */
export interface ShopAddress {
  readonly origin: string;
  readonly adminToken: string;
  /** Of the purchase-order pages. */
  readonly accessCode: string;
  readonly staff: { readonly email: string; readonly password: string };
}

/** A running server. */
export interface RunningShop extends ShopAddress {
  /** Calls the API as the admin. */
  admin(path: string, init?: { readonly method?: string; readonly json?: unknown }): Promise<Response>;
}

/** The built server in its own process and data folder. */
export interface ShopServer extends RunningShop {
  readonly dataDir: string;
  /** Of the running process. */
  pid(): number;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM. */
  end(): Promise<void>;
  /** Sends the process a signal. */
  signal(signal: NodeJS.Signals): void;
  /** Starts the server again on the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export function connectShop(address: ShopAddress): RunningShop {
  return {
    ...address,
    admin: (path, { method = 'GET', json } = {}) =>
      fetch(`${address.origin}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${address.adminToken}`, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
  };
}

/** @param wantedPort taken if it is free */
export async function startShopServer(
  environment: Readonly<Record<string, string>> = {},
  packageRoot: string = PACKAGE_ROOT,
  wantedPort = 0,
): Promise<ShopServer> {
  const dataDir = environment['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'nankeen-shop-'));
  const port = (await probePort(wantedPort)) ?? (await findFreePort());
  const start = () =>
    startProcess(packageRoot, {
      // The devices of the tests name a network each, see `newNetwork`.
      TRUST_PROXY: '127.0.0.1,::1',
      ...environment,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    });
  let { child, banner } = await start();
  const kill = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  return {
    ...connectShop({
      origin: `http://localhost:${port}`,
      adminToken: readSecret(banner, 'Admin token'),
      accessCode: readSecret(banner, 'Access code'),
      staff: { email: 'staff@nankeen.example', password: readSecret(banner, 'Staff sign-in') },
    }),
    dataDir,
    pid: () => child.pid ?? NaN,
    kill: () => kill('SIGKILL'),
    end: () => kill('SIGTERM'),
    signal: (signal) => void child.kill(signal),
    async restart() {
      ({ child, banner } = await start());
    },
    async stop() {
      await kill('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The last word of a line; production shows no secrets. */
function readSecret(banner: string, label: string): string {
  return new RegExp(`^ *${label} .*?(\\S+)$`, 'm').exec(banner)?.[1] ?? 'not shown';
}

const START_TIMEOUT_MS = 60_000;

function startProcess(
  packageRoot: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly child: ChildProcess; readonly banner: string }> {
  const child = spawn(process.execPath, [join(packageRoot, 'dist/server.js')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server did not start in time.\n${output}`)),
      START_TIMEOUT_MS,
    );
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('Nankeen is ready')) return;
      clearTimeout(timer);
      resolve({ child, banner: output });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}.\n${output}`));
    });
  });
}

async function findFreePort(): Promise<number> {
  const port = await probePort(0);
  if (port === undefined) throw new Error('There is no free port.');
  return port;
}

/** @param wanted 0 for any port @returns the port if it is free */
function probePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(undefined));
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
