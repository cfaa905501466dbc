import type { DeviceStore } from '#server/devices/device-store.ts';
import { createInstallations, type Installations } from '#server/devices/installations.ts';
import { createMemoryDeviceStore } from './memory-storage.ts';
import { createSqliteDeviceStore } from '#server/stores/sqlite/device-table.ts';
import { openTemporaryStore, type TemporaryStore } from './temporary-store.ts';
import { createTestClock } from './test-clock.ts';

export interface OpenedDevices {
  readonly devices: DeviceStore;
  readonly installations: Installations;
}

export interface DeviceWorld {
  /** Opens an empty device store. */
  open(): OpenedDevices | Promise<OpenedDevices>;
  dispose(): Promise<void>;
}

export function createDeviceWorld(kind: 'memory' | 'sqlite'): DeviceWorld {
  let opened: TemporaryStore | undefined;
  return {
    open() {
      if (kind === 'sqlite') opened = openTemporaryStore();
      const devices = opened ? createSqliteDeviceStore(opened.database.writer) : createMemoryDeviceStore();
      return { devices, installations: createInstallations(devices, createTestClock(), 'a secret') };
    },
    async dispose() {
      await opened?.dispose();
      opened = undefined;
    },
  };
}
