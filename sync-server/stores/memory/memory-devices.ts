import type { Device, DeviceStore } from '#server/devices/device-store.ts';

/** Devices in memory, for tests. */
export function createMemoryDeviceStore(): DeviceStore {
  const devices = new Map<string, Device>();
  const blocked = new Set<string>();
  return {
    find: async (fid) => devices.get(fid),
    async add(device) {
      if (devices.has(device.fid)) return false;
      devices.set(device.fid, device);
      return true;
    },
    replaceSecret(device) {
      const known = devices.get(device.fid);
      if (!known) return false;
      if ((known.generation ?? 0) < device.generation) devices.set(device.fid, device);
      return devices.get(device.fid)?.secretHash === device.secretHash;
    },
    touch: async () => undefined,
    setBlocked: async (fid, isBlocked) => void (isBlocked ? blocked.add(fid) : blocked.delete(fid)),
    isBlocked: (fid) => blocked.has(fid),
  };
}
