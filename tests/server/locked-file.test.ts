import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushResponse } from '#shared/sync/messages.ts';
import { errorIn, historyOf, pullPage, PUSH, pushRow, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';

const ADA = { device: 'ada' };

let world: TemporaryStore;
let server: CoreServer;
let holder: ChildProcess;
beforeEach(async () => {
  world = openTemporaryStore();
  server = createCoreServer(world.store);
  await pushRow(server, ADA, 'contacts', row('first', 'w-first', enquiryContent()));
  holder = await holdWriteLock(world.file);
});
afterEach(async () => {
  vi.useRealTimers();
  await release();
  await world.dispose();
});

/** Starts another process that holds the file's write lock. */
async function holdWriteLock(file: string): Promise<ChildProcess> {
  const program = `
    const Database = require('better-sqlite3');
    const database = new Database(${JSON.stringify(file)});
    database.exec('BEGIN IMMEDIATE');
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

async function release(): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  holder.kill('SIGKILL');
  await ended;
}

function push(id: string) {
  const json = { rows: [row(id, `w-${id}`, enquiryContent())] };
  const response = server.request(PUSH, { as: ADA, method: 'POST', json });
  const state = { response, hasResponse: false };
  void response.then(() => (state.hasResponse = true));
  return state;
}

const health = async () => (await server.request('/health')).json();
const ids = async () => (await pullPage(server, ADA, 'contacts')).documents.map(({ FBUID }) => FBUID);

test('[F07] [DU4] while another process holds the write lock, a push waits and reads still work', async () => {
  const waiting = push('second');
  for (let read = 0; read < 50; read++) expect(await ids()).toEqual(['first']);
  expect(waiting.hasResponse).toBe(false);
  await release();
  const { verdicts } = (await (await waiting.response).json()) as PushResponse;
  expect(verdicts).toMatchObject([{ verdict: 'accepted' }]);
  expect(await ids()).toEqual(['first', 'second']);
});

test('[F07] [DU4] a lock held for five seconds gives 503 with Retry-After, and nothing is lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const responses = Promise.all([push('second').response, push('third').response]);
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  await vi.advanceTimersByTimeAsync(5000);
  const [one, other] = await responses;
  vi.useRealTimers();
  for (const refusal of [one, other]) {
    expect(refusal.status).toBe(503);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorIn(refusal)).toMatchObject({ code: 'unavailable' });
  }
  expect(await health()).toMatchObject({ status: 'degraded', reason: 'locked', sequence: 1 });
  expect(await ids()).toEqual(['first']);
  await release();
  for (const id of ['second', 'third']) expect((await push(id).response).status).toBe(200);
  expect(await health()).toMatchObject({ status: 'ok' });
  expect(await historyOf(server, ADA, 'contacts/second')).toHaveLength(1);
  expect(await ids()).toEqual(['first', 'second', 'third']);
});
