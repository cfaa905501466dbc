import { expect, test } from 'vitest';
import { createSqliteDeviceStore } from '#server/stores/sqlite/device-table.ts';
import { createDeviceWorld } from '../support/device-world.ts';
import { testDevices } from './device-store-contract.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';

testDevices('devices in memory', createDeviceWorld('memory'));
testDevices('devices on SQLite', createDeviceWorld('sqlite'));

test('[T13] blocked devices stay blocked after a restart', async () => {
  const disk = openTemporaryStore();
  const first = createSqliteDeviceStore(disk.database.writer);
  await first.setBlocked('ada', true, 1);
  expect(createSqliteDeviceStore(disk.database.writer).isBlocked('ada')).toBe(true);
  await first.setBlocked('ada', false, 2);
  expect(createSqliteDeviceStore(disk.database.writer).isBlocked('ada')).toBe(false);
  await disk.dispose();
});

test('[R-CAL-15] only a device’s id, secret hash, token generation and times are stored', async () => {
  const disk = openTemporaryStore();
  const columns = disk.database.reader.prepare<[], { name: string }>(
    `SELECT name FROM pragma_table_info('device')`,
  );
  expect(columns.all().map(({ name }) => name)).toEqual([
    'fid',
    'secretHash',
    'generation',
    'createdAt',
    'lastSeen',
  ]);
  await disk.dispose();
});
