import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import type { PushResponse } from '#shared/sync/messages.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createId } from '#shared/kernel/ids.ts';
import { PUSH, row } from '../support/core-calls.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { SERVER_PROGRAM } from '../support/programs.ts';
import { enquiryContent } from '../support/samples.ts';
import { createStreamReader } from '../support/stream-reader.ts';

let dataDir: string;
let child: ChildProcess;
let port: number;
/** Number of verdicts so far. */
let received: number;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'nankeen-stop-'));
  port = await findFreePort();
  received = 0;
  child = await start();
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}

function start(): Promise<ChildProcess> {
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...NO_LIMITS,
  };
  const env = { ...process.env, ...settings };
  const started = spawn(process.execPath, [SERVER_PROGRAM], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    started.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    started.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Nankeen is ready')) resolve(started);
    });
  });
}

const api = (path: string) => `http://127.0.0.1:${port}/api/v1${path}`;
const exitOf = (process: ChildProcess) =>
  new Promise((resolve) => process.once('exit', (code, signal) => resolve([code, signal])));

async function register(): Promise<Record<string, string>> {
  const body = JSON.stringify({ fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(api('/installations'), { method: 'POST', headers, body });
  const { authToken } = (await response.json()) as Installation;
  return { ...headers, authorization: `Bearer ${authToken.token}` };
}

/** Pushes without a pause until the server is gone. @returns the acknowledged writes */
async function pushUntilRefused(headers: Record<string, string>, name: string): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  for (let count = 0; ; count++) {
    const body = JSON.stringify({ rows: [row(`${name}-${count}`, `${name}.${count}`, enquiryContent())] });
    try {
      const response = await fetch(api(PUSH), { method: 'POST', headers, body });
      const { verdicts } = (await response.json()) as PushResponse;
      received += verdicts.length;
      acknowledged.push(
        ...verdicts.flatMap(({ verdict, writeId }) => (verdict === 'accepted' ? [writeId] : [])),
      );
    } catch {
      return acknowledged;
    }
  }
}

/** A push whose body stays incomplete until it is finished explicitly. */
function pushSlowly(headers: Record<string, string>) {
  const body = JSON.stringify({ rows: [row('slow', 'slow.0', enquiryContent())] });
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  };
  const call = request(api(PUSH), options);
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.once('response', (response) => resolve(response.resume().statusCode));
    call.once('error', reject);
  });
  call.write(body.slice(0, 20));
  return { status, finish: () => void call.end(body.slice(20)) };
}

const isResponding = () =>
  fetch(api('/health')).then(
    () => true,
    () => false,
  );

test('[DU6] [DU1] [F13] a server stopped under load finishes the requests in flight and loses no acknowledged write', async () => {
  const headers = await register();
  const stream = createStreamReader(await fetch(api('/testing/data/stream'), { headers }));
  const poll = fetch(api('/testing/data/changes?after=999999999&timeout=30'), { headers });
  expect((await stream.next())?.event).toBe('hello');
  const pushing = ['ada', 'ben', 'cal', 'dee'].map((name) => pushUntilRefused(headers, name));
  const slow = pushSlowly(headers);
  await expect.poll(() => received, { timeout: 15_000 }).toBeGreaterThan(20);
  const exited = exitOf(child);
  child.kill('SIGTERM');
  await expect.poll(isResponding).toBe(false);
  slow.finish();
  expect(await slow.status).toBe(200);
  expect((await poll).status).toBe(200);
  await stream.until('end');
  expect(await exited).toEqual([0, null]);
  const acknowledged = (await Promise.all(pushing)).flat();
  expect(acknowledged.length).toBeGreaterThan(20);
  const wal = join(dataDir, 'nankeen.sqlite-wal');
  expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);
  const { writer, reader } = openDatabase(join(dataDir, 'nankeen.sqlite'));
  const stored = new Set(reader.prepare<[], string>('SELECT writeId FROM history').pluck().all());
  expect([...acknowledged, 'slow.0'].filter((writeId) => !stored.has(writeId))).toEqual([]);
  reader.close();
  writer.close();
});
