/** The known progress of one device. */
interface Progress {
  /** The highest sequence it has pulled, in any collection. */
  sequence: number;
  /** Epoch milliseconds of its last pull. */
  at: number;
}

export interface DeviceLag {
  readonly device: string;
  /** How many sequences the device is behind. */
  readonly lag: number;
}

/** Remembers the devices' progress in memory: after a restart a device counts from its next pull. */
export interface DeviceLags {
  pulled(device: string, sequence: number, at: number): void;
  /** Of the devices that pulled within the last hour, those furthest behind. */
  furthestBehind(newest: number, at: number): readonly DeviceLag[];
}

const MAX_DEVICES = 10_000;
const SHOWN = 20;
const HOUR_MS = 3_600_000;

export function createDeviceLags(): DeviceLags {
  /** Least recently pulled first. */
  const devices = new Map<string, Progress>();
  return {
    pulled(device, sequence, at) {
      const before = devices.get(device)?.sequence ?? 0;
      devices.delete(device);
      devices.set(device, { sequence: Math.max(before, sequence), at });
      if (devices.size <= MAX_DEVICES) return;
      const [longestAgo] = devices.keys();
      if (longestAgo !== undefined) devices.delete(longestAgo);
    },
    furthestBehind: (newest, at) =>
      [...devices]
        .filter(([, progress]) => at - progress.at <= HOUR_MS)
        .map(([device, { sequence }]) => ({ device, lag: Math.max(0, newest - sequence) }))
        .toSorted((a, b) => b.lag - a.lag)
        .slice(0, SHOWN),
  };
}
