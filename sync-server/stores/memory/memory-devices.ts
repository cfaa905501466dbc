import type { Device, DeviceStore } from '#server/devices/device-store.ts';

/** Devices in memory, for tests. */
export function createMemoryDeviceStore(): DeviceStore {
  const devices = new Map<string, Device>();
  return {
    find: async (fid) => devices.get(fid),
    put: async (device) => void devices.set(device.fid, device),
    touch: async () => undefined,
  };
}
