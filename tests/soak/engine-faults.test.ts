import { expect, test } from 'vitest';
import { systemClock } from '#shared/kernel/clock.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { listenOnLoopback } from '../support/http-server.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { startSoakDevice, type SoakDevice } from './engine-world.ts';
import { createFaultSchedule, startFaultProxy } from './fault-proxy.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { isSoak, SEED, toCount } from './soak-setting.ts';

const seeds = toCount('ENGINE_SEEDS', { suite: 2, soak: 200 });
const OPERATIONS = isSoak ? 150 : 40;
const DEVICES = 3;
const IDS = 4;
const FAULTY_SHARE = 0.5;
const CONVERGES_MS = 10_000;
const FIELDS = ['contactName', 'contactPhone', 'contactCompany', 'contactMessage'];

test.each(Array.from({ length: seeds }, (_, index) => SEED + index))(
  '[F18] [F20] [F21] [F23] [F24] [F26] [F27] [F29] engines behind a faulty network converge within ten seconds after it has healed (seed %d)',
  async (seed) => {
    const random = createRandom(seed);
    const temporary = openTemporaryStore();
    const server = createCoreServer(temporary.store, systemClock);
    server.sessions.set('ada', { accountId: 'ada', email: 'ada@example.com', isStaff: false });
    const http = await listenOnLoopback(server);
    const proxy = await startFaultProxy(http.origin, createFaultSchedule(random, FAULTY_SHARE));
    const devices = await Promise.all(
      Array.from({ length: DEVICES }, () => startSoakDevice(server, proxy.origin, random)),
    );
    try {
      for (let operation = 0; operation < OPERATIONS; operation++) {
        const device = devices[pickNumber(random, DEVICES)] as SoakDevice;
        const id = `enquiry${pickNumber(random, IDS)}`;
        if (random() < 0.05) await device.remove(id);
        else await device.write(id, FIELDS[pickNumber(random, FIELDS.length)] ?? '', `value ${operation}`);
        // The platform reports that the network is back: everything is retried at once.
        if (random() < 0.5) device.engine.wakeNow();
        await new Promise((resolve) => setTimeout(resolve, pickNumber(random, 40)));
      }
      proxy.heal();
      const healedAt = Date.now();
      for (const { engine } of devices) engine.wakeNow();
      await expect
        .poll(() => findDifference(server, devices), { timeout: CONVERGES_MS, interval: 50 })
        .toEqual([]);
      await expectSoundHistory(server);
      const faults = [...proxy.played].map(([kind, count]) => `${count} ${kind}`).join(', ');
      console.log(
        `seed ${seed}: converged in ${Date.now() - healedAt} ms after ${OPERATIONS} writes; ${faults}`,
      );
    } finally {
      proxy.heal();
      await Promise.all(devices.map((device) => device.stop()));
      await proxy.stop();
      await http.stop();
      await temporary.dispose();
    }
  },
  60_000,
);

/** Differences between the devices and the server, and pending writes. */
async function findDifference(
  server: CoreServer,
  devices: readonly SoakDevice[],
): Promise<readonly string[]> {
  const stored = await server.store.list({
    collection: 'contacts',
    scope: 'everything',
    afterId: '',
    limit: 100,
  });
  const truth = JSON.stringify(stored.map(({ id, writeId, sequence }) => [id, writeId, writeId, sequence]));
  const found: string[] = [];
  for (const { database } of devices) {
    const documents = await database.contacts.find({ sort: [{ FBUID: 'asc' }] }).exec();
    const seen = documents.map(({ FBUID, writeId, sync }) => [
      FBUID,
      writeId,
      sync.acknowledged,
      sync.sequence,
    ]);
    if (JSON.stringify(seen) !== truth) found.push(`${JSON.stringify(seen)} is not ${truth}`);
    const waiting = await database.outbox.find().exec();
    if (waiting.length > 0)
      found.push(`the outbox holds ${JSON.stringify(waiting.map((record) => record.toJSON()))}`);
  }
  return found;
}

async function expectSoundHistory(server: CoreServer): Promise<void> {
  const seen = new Set<string>();
  for (let id = 0; id < IDS; id++) {
    const rows = await server.store.history({ collection: 'contacts', id: `enquiry${id}` }, undefined, 1000);
    for (const [index, row] of rows.entries()) {
      expect(seen.has(row.writeId), 'no write stands in history twice').toBe(false);
      seen.add(row.writeId);
      const older = rows[index + 1];
      if (older) expect(row.at > older.at, 'keys of a history strictly increase').toBe(true);
    }
  }
}
