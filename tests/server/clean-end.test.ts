import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { readConfig } from '#server/config.ts';
import { createContext, type ServerContext } from '#server/context.ts';
import { changeDocument } from '#server/core/document-calls.ts';
import { stampNow } from '#server/core/stamp.ts';
import { createServerApp } from '#server/server-app.ts';
import { withNotice } from '#server/stores/sqlite/file-damage.ts';
import { eventually } from '../support/eventually.ts';

let root: string;
let folder: string;
let logged: string[];
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'nankeen-clean-'));
  folder = join(root, 'data');
  logged = [];
  await fill();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const FILE = 'nankeen.sqlite';
const note = (_facts: object, text: string) => void logged.push(text);
const open = (dataDir = folder): ServerContext =>
  createContext(
    { ...readConfig({ DATA_DIR: dataDir }, dataDir), buildFolder: undefined },
    { log: { debug: note, info: note, warn: note, error: note } },
  );

/** Fills a store and closes it cleanly. */
async function fill(): Promise<void> {
  const context = open();
  const stamp = stampNow(context.clock, { ...ANONYMOUS, isAdmin: true });
  for (let index = 0; index < 300; index++) {
    const key = { collection: 'notes', id: `d${index}` };
    await changeDocument(
      context.storage.documents,
      key,
      { kind: 'create', data: { text: 'x'.repeat(2000) } },
      stamp,
    );
  }
  await context.close();
}

/** Overwrites some pages in the middle, as a dying disk does, without changing the file's times. */
function damage(dataDir = folder): void {
  const file = join(dataDir, FILE);
  const before = join(root, 'before');
  execFileSync('cp', ['-p', file, before]);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(8192, 0xa5), 0, 8192, Math.floor(statSync(file).size / 2 / 4096) * 4096);
  closeSync(handle);
  // `touch` keeps nanoseconds, which `utimesSync` cannot.
  execFileSync('touch', ['-r', before, file]);
}

async function readHealth(context: ServerContext): Promise<unknown> {
  const app = createServerApp(context);
  return (await app.request('/api/v1/health')).json();
}

test('[DU3] [F09] after a clean shutdown the server starts without a full check and checks the file in the background', async () => {
  const context = open();
  await eventually(() => expect(logged).toContain('The file was checked and is intact.'));
  expect(await readHealth(context)).toMatchObject({ status: 'ok' });
  await context.close();
});

test('[DU3] [F09] damage found in the background is logged and shown by health, and fails the next start', async () => {
  damage();
  const context = open();
  const words = /nankeen\.sqlite is damaged \(.+\)\..+restore the newest backup/;
  await eventually(() => expect(logged).toContainEqual(expect.stringMatching(words)));
  expect(await readHealth(context)).toMatchObject({ status: 'degraded', reason: 'damaged' });
  await context.close();
  expect(() => open()).toThrow(
    expect.objectContaining({ code: 'data-loss', message: expect.stringMatching(words) }),
  );
});

test('[DU3] [F09] after an unclean shutdown the whole file is checked before the first request', async () => {
  const context = open();
  const cut = join(root, 'cut');
  cpSync(folder, cut, { recursive: true, preserveTimestamps: true });
  await context.close();
  damage(cut);
  expect(() => open(cut)).toThrow(expect.objectContaining({ code: 'data-loss' }));
});

test('[DU3] a file that replaced the closed one is checked before the first request', async () => {
  damage();
  const file = join(folder, FILE);
  utimesSync(file, new Date(), new Date(Date.now() - 60_000));
  expect(() => open()).toThrow(expect.objectContaining({ code: 'data-loss' }));
});

test('a check that delays the start prints a notice', () => {
  const file = join(root, 'shown');
  const output = openSync(file, 'w');
  withNotice(
    () => {
      while (readFileSync(file, 'utf8') === '');
    },
    { afterMs: 1, output },
  );
  closeSync(output);
  expect(readFileSync(file, 'utf8')).toBe('Checking the data …\n');
});
