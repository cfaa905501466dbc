import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PullPage, PushResponse } from '#shared/sync/messages.ts';
import { openDatabase, type DatabasePair } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { dataPath, errorIn, PUSH, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { onSmallDisk } from '../support/small-disk.ts';

const ADA = { device: 'ada' };

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nankeen-disk-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface DiskWorld {
  readonly database: DatabasePair;
  readonly server: CoreServer;
  /** Pushes one enquiry of about 4 kB. */
  push(id: string): Promise<Response>;
  health(): Promise<unknown>;
  ready(): Promise<Response>;
  /** Ids that a fresh device pulls. */
  pull(): Promise<readonly string[]>;
}

function openWorld(file: string): DiskWorld {
  const database = openDatabase(file);
  const server = createCoreServer(createSqliteStore(database));
  return {
    database,
    server,
    push: (id) =>
      server.request(PUSH, {
        as: ADA,
        method: 'POST',
        json: { rows: [row(id, `w-${id}`, enquiryContent('x'.repeat(4000)))] },
      }),
    health: async () => (await server.request('/health')).json(),
    ready: () => server.request('/ready'),
    async pull() {
      const response = await server.request(dataPath('contacts/pull?limit=1000'), { as: ADA });
      return ((await response.json()) as PullPage).documents.map(({ FBUID }) => FBUID);
    },
  };
}

/** Pushes until the disk is full. @returns the acknowledged ids and the first rejected response */
async function fill({
  push,
}: DiskWorld): Promise<{ readonly acknowledged: string[]; readonly refusal: Response }> {
  const acknowledged: string[] = [];
  for (let count = 0; count < 2000; count++) {
    const response = await push(`d${count}`);
    if (response.status !== 200) return { acknowledged, refusal: response };
    const [verdict] = ((await response.json()) as PushResponse).verdicts;
    if (verdict?.verdict === 'accepted') acknowledged.push(verdict.id);
  }
  throw new Error('The disk did not fill up.');
}

async function expectRefusal(refusal: Response): Promise<void> {
  expect(refusal.status).toBe(503);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await errorIn(refusal)).toMatchObject({ code: 'unavailable' });
}

async function expectDegraded(
  world: DiskWorld,
  acknowledged: readonly string[],
  reason: string,
): Promise<void> {
  expect(await world.health()).toMatchObject({ status: 'degraded', reason, sequence: acknowledged.length });
  expect((await world.server.request('/health')).status).toBe(200);
  const ready = await world.ready();
  await expectRefusal(ready.clone());
  expect(await errorIn(ready)).toMatchObject({ reason });
  expect(await world.pull()).toEqual(acknowledged);
  expect((await world.server.request(dataPath('contacts/d0/history'), { as: ADA })).status).toBe(200);
}

test('[DU4] [F06] a full disk stops acknowledgements but not reads, and the server recovers on its own', async () => {
  const world = openWorld(join(folder, 'data.sqlite'));
  const pages = Number(world.database.writer.pragma('page_count', { simple: true }));
  world.database.writer.pragma(`max_page_count = ${pages + 40}`);
  const { acknowledged, refusal } = await fill(world);
  expect(acknowledged.length).toBeGreaterThan(5);
  await expectRefusal(refusal);
  await expectDegraded(world, acknowledged, 'disk-full');
  world.database.writer.pragma('max_page_count = 1000000');
  expect(await world.health()).toMatchObject({ status: 'degraded' });
  const again = await world.push(`d${acknowledged.length}`);
  expect(((await again.json()) as PushResponse).verdicts).toMatchObject([{ verdict: 'accepted' }]);
  expect(await world.health()).toMatchObject({ status: 'ok', sequence: acknowledged.length + 1 });
  expect(await world.health()).not.toHaveProperty('reason');
  expect(world.database.writer.pragma('integrity_check', { simple: true })).toBe('ok');
  await world.server.store.close();
});

test('[DU4] [F06] all pushes in the commit that fills the disk get 503', async () => {
  const world = openWorld(join(folder, 'data.sqlite'));
  const pages = Number(world.database.writer.pragma('page_count', { simple: true }));
  world.database.writer.pragma(`max_page_count = ${pages + 20}`);
  const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => world.push(`d${index}`)));
  const statuses = new Set(responses.map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
  expect(statuses).toContain(503);
  const accepted = responses.filter(({ status }) => status === 200).length;
  expect(await world.pull()).toHaveLength(accepted);
  await world.server.store.close();
});

test('[DU4] [F08] a read-only disk stops acknowledgements but not reads', async () => {
  const world = openWorld(join(folder, 'data.sqlite'));
  expect((await world.push('d0')).status).toBe(200);
  world.database.writer.pragma('query_only = ON');
  await expectRefusal(await world.push('d1'));
  await expectDegraded(world, ['d0'], 'read-only');
  world.database.writer.pragma('query_only = OFF');
  expect((await world.push('d1')).status).toBe(200);
  expect(await world.health()).toMatchObject({ status: 'ok' });
  await world.server.store.close();
});

test('[DU4] the server finds out on its own when it can store again, and is ready', async () => {
  const world = openWorld(join(folder, 'data.sqlite'));
  expect((await world.push('d0')).status).toBe(200);
  expect(await (await world.ready()).json()).toEqual({ status: 'ready' });
  world.database.writer.pragma('query_only = ON');
  await expectRefusal(await world.push('d1'));
  await expectRefusal(await world.ready());
  world.database.writer.pragma('query_only = OFF');
  expect((await world.ready()).status).toBe(200);
  expect(await world.health()).toMatchObject({ status: 'ok', sequence: 1 });
  expect(world.database.writer.prepare(`SELECT key FROM meta`).all()).not.toContainEqual({ key: 'ballast' });
  await world.server.store.close();
});

test('[DU4] a write that fails for another reason does not degrade health', async () => {
  const { server, health } = openWorld(join(folder, 'data.sqlite'));
  const failing = server.store.commit({ documents: [], writeIds: [] }, () => {
    throw new Error('no decision');
  });
  await expect(failing).rejects.toThrow('no decision');
  expect(await health()).toMatchObject({ status: 'ok' });
  await server.store.close();
});

/** A file on a 2 MB disk, filled by ballast that can be removed. */
function openSmallWorld(path: string) {
  const ballast = join(path, 'ballast');
  writeFileSync(ballast, Buffer.alloc(600_000));
  const file = join(path, 'data.sqlite');
  return { file, world: openWorld(file), freeSpace: () => rmSync(ballast) };
}

onSmallDisk(
  '[DU4] [F06] a real full disk loses no acknowledged write, and the server recovers when space returns',
  async (path) => {
    const { file, world, freeSpace } = openSmallWorld(path);
    const { acknowledged, refusal } = await fill(world);
    expect(acknowledged.length).toBeGreaterThan(20);
    await expectRefusal(refusal);
    await expectDegraded(world, acknowledged, 'disk-full');
    freeSpace();
    expect((await world.push('later')).status).toBe(200);
    expect(await world.health()).toMatchObject({ status: 'ok' });
    await world.server.store.close();
    const reopened = openWorld(file);
    expect(await reopened.pull()).toEqual([...acknowledged, 'later']);
    await reopened.server.store.close();
  },
);

onSmallDisk(
  '[DU4] [F06] a server stops cleanly on a full disk, and the next one has every acknowledged write',
  async (path) => {
    const { file, world, freeSpace } = openSmallWorld(path);
    const { acknowledged } = await fill(world);
    await world.server.store.close();
    freeSpace();
    const reopened = openWorld(file);
    expect(await reopened.pull()).toEqual(acknowledged);
    await reopened.server.store.close();
  },
);
