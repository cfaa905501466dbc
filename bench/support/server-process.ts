import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server in its own process with its own data folder. */
export interface ServerProcess {
  readonly origin: string;
  readonly dataDir: string;
  /** Resident memory in MB; undefined without /proc. */
  residentMb(): number | undefined;
  /** Peak resident memory so far, in MB; undefined without /proc. */
  peakMb(): number | undefined;
  /** CPU time of all its threads so far, in ms; undefined without /proc. */
  cpuMs(): number | undefined;
  /** Ends it; its data folder stays until it is stopped. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerProgram {
  /** Absolute path of a JavaScript file. */
  readonly file: string;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  /** Text it prints once it accepts requests. */
  readonly ready: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const START_TIMEOUT_MS = 30_000;

/** Starts a program that listens on `PORT` and keeps its data in `DATA_DIR`. */
export async function startServerProcess({
  file,
  flags = [],
  ready,
  environment,
}: ServerProgram): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nankeen-bench-'));
  const port = await findFreePort();
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...environment },
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  await waitUntilReady(child, ready);
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    residentMb: () => readMemoryMb(child.pid, 'VmRSS'),
    peakMb: () => readMemoryMb(child.pid, 'VmHWM'),
    cpuMs: () => readCpuMs(child.pid),
    end: () => endProcess(child),
    async stop() {
      process.off('exit', end);
      await endProcess(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function waitUntilReady(child: ChildProcess, ready: string): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
    const fail = (what: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The server ${what}. ${output.trim().slice(0, 500)}`));
    };
    const read = (chunk: Buffer) => {
      // Keeps only the first output, but reads everything, so the server never blocks on a full pipe.
      if (output.length < 10_000) output += chunk.toString();
      if (!output.includes(ready)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => fail(`ended with ${code}`));
  });
}

const STOP_TIMEOUT_MS = 5000;

function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

function readMemoryMb(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Reads schedstat, which counts nanoseconds; the ticks in /proc/…/stat are too coarse for one message. */
function readCpuMs(pid: number | undefined): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const spent = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
    return spent.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6;
  } catch {
    return undefined;
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
