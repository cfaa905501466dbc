import { afterEach, beforeEach } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createTestDevice, type TestDevice } from '../support/test-device.ts';

/** A server that knows the account `ada`, and devices that are closed with the test. */
export interface DeviceWorld {
  readonly server: CoreServer;
  createDevice(options?: Parameters<typeof createTestDevice>[1]): Promise<TestDevice>;
}

/** Sets up a new world for each test of a file. */
export function setUpDevices(): DeviceWorld {
  let server: CoreServer;
  let devices: TestDevice[];

  beforeEach(() => {
    server = createCoreServer();
    server.sessions.set('ada', { accountId: 'ada', email: 'ada@example.com', isStaff: false });
    devices = [];
  });
  afterEach(() => Promise.all(devices.map((device) => device.close())));

  return {
    get server() {
      return server;
    },
    async createDevice(options) {
      const device = await createTestDevice(server, options);
      devices.push(device);
      return device;
    },
  };
}
