import type { Device, DeviceStore } from '#server/devices/device-store.ts';

/** Devices in memory, for tests. */
export function createMemoryDeviceStore(): DeviceStore {
  const devices = new Map<string, Device>();
  const times = new Map<string, { readonly createdAt: number; lastSeen: number }>();
  const blocked = new Set<string>();
  return {
    async list({ prefix, isBlocked, limit }) {
      const fitting = [...new Set([...devices.keys(), ...blocked])]
        .filter((fid) => fid.startsWith(prefix) && (!isBlocked || blocked.has(fid)))
        .map((fid) => ({
          fid,
          createdAt: times.get(fid)?.createdAt,
          lastSeen: times.get(fid)?.lastSeen,
          isBlocked: blocked.has(fid),
        }))
        .sort((a, b) => (b.lastSeen ?? -1) - (a.lastSeen ?? -1) || (a.fid < b.fid ? -1 : 1));
      return { devices: fitting.slice(0, limit), total: fitting.length };
    },
    find: async (fid) => devices.get(fid),
    async add(device, at) {
      if (devices.has(device.fid)) return false;
      devices.set(device.fid, device);
      times.set(device.fid, { createdAt: at, lastSeen: at });
      return true;
    },
    replaceSecret(device) {
      const known = devices.get(device.fid);
      if (!known) return false;
      if ((known.generation ?? 0) < device.generation) devices.set(device.fid, device);
      return devices.get(device.fid)?.secretHash === device.secretHash;
    },
    async touch(fid, at) {
      const known = times.get(fid);
      if (known) known.lastSeen = at;
    },
    setBlocked: async (fid, isBlocked) => void (isBlocked ? blocked.add(fid) : blocked.delete(fid)),
    isBlocked: (fid) => blocked.has(fid),
  };
}
