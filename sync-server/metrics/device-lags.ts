/** How far one device is known to stand. */
interface Standing {
  /** The newest sequence it has pulled up to, in any collection. */
  sequence: number;
  /** Epoch milliseconds of its last pull. */
  at: number;
}

export interface DeviceLag {
  readonly device: string;
  /** Sequences between the newest one and where the device stands. */
  readonly lag: number;
}

/** Remembers where devices stand, in memory: what nobody pulls after a restart is nobody's lag. */
export interface DeviceLags {
  pulled(device: string, sequence: number, at: number): void;
  /** The devices furthest behind of those that pulled within the last hour. */
  furthestBehind(newest: number, at: number): readonly DeviceLag[];
}

const MAX_DEVICES = 10_000;
const SHOWN = 20;
const HOUR_MS = 3_600_000;

export function createDeviceLags(): DeviceLags {
  /** Those that pulled longest ago come first. */
  const standings = new Map<string, Standing>();
  return {
    pulled(device, sequence, at) {
      const before = standings.get(device)?.sequence ?? 0;
      standings.delete(device);
      standings.set(device, { sequence: Math.max(before, sequence), at });
      if (standings.size <= MAX_DEVICES) return;
      const [longestAgo] = standings.keys();
      if (longestAgo !== undefined) standings.delete(longestAgo);
    },
    furthestBehind: (newest, at) =>
      [...standings]
        .filter(([, standing]) => at - standing.at <= HOUR_MS)
        .map(([device, { sequence }]) => ({ device, lag: Math.max(0, newest - sequence) }))
        .toSorted((a, b) => b.lag - a.lag)
        .slice(0, SHOWN),
  };
}
