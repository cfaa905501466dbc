import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../settings.ts';
import type { Contestant, Wire } from '../wire.ts';
import { measureFanOut } from './fan-out.ts';
import { measureFirstSync } from './first-sync.ts';
import { measureLatency } from './latency.ts';
import { measureReconnect } from './reconnect.ts';
import { measureStreamMemory } from './stream-memory.ts';
import { measurePull, measurePush } from './throughput.ts';

/** Value by measure; undefined where it couldn't be measured. The report knows the names. */
export type Measured = Readonly<Record<string, number | undefined>>;

export interface RoundOptions {
  readonly settings: Settings;
  /** What needs no repetition is measured in the last round. */
  readonly isLast: boolean;
  readonly role: 'limit' | 'ours' | 'peer';
  /** Told what a peer couldn't do; the other figures stand. */
  readonly onFault: (text: string) => void;
}

const SETTLE_MS = 1000;

/** One round of a contestant, on fresh servers. */
export async function measureContestant(contestant: Contestant, options: RoundOptions): Promise<Measured> {
  const loaded = await withServer(contestant, (wire) => measureLoaded(wire, options));
  if (!options.isLast) return loaded;
  const streamKb = await withServer(contestant, (wire) =>
    measureStreamMemory(wire, options.settings.idleStreams),
  );
  return { ...loaded, streamKb };
}

async function measureLoaded(wire: Wire, options: RoundOptions): Promise<Measured> {
  const { settings, isLast, role } = options;
  const { documents, warmUp, page } = settings;
  const expected = documents + warmUp;
  await sleep(SETTLE_MS);
  const idleMb = wire.server.residentMb();
  await measurePush(wire, warmUp, settings);
  await measurePull(wire, { page, expected: warmUp, isCompressed: false });
  const push = await measurePush(wire, documents, settings);
  const pull = await measurePull(wire, { page, expected, isCompressed: false });
  const compressed = await measurePull(wire, { page, expected, isCompressed: true });
  await sleep(SETTLE_MS);
  const round = {
    push,
    pull: pull.documentsPerSecond,
    pullGzip: compressed.documentsPerSecond,
    pullBytes: pull.bytes / expected,
    pullGzipBytes: compressed.bytes / expected,
    idleMb,
    loadedMb: wire.server.residentMb(),
    // Only we can be spoken to by our own pull loop.
    ...(role === 'ours' ? { firstSync: await measureFirstSync(wire, expected) } : {}),
  };
  return isLast ? { ...round, ...(await measureOnce(wire, options)) } : round;
}

async function measureOnce(wire: Wire, { settings, role, onFault }: RoundOptions): Promise<Measured> {
  const latency = await measureLatency(wire, settings.latencySamples);
  const fanOut: Record<string, number | undefined> = {};
  for (const streams of settings.fanOutStreams) {
    try {
      const { cpuMs, reachesLast } = await measureFanOut(wire, streams, settings.fanOutMessages);
      fanOut[`fanOut${streams}Cpu`] = cpuMs;
      fanOut[`fanOut${streams}P99`] = reachesLast.p99;
    } catch (error) {
      if (role !== 'peer') throw error;
      onFault(`fan-out to ${streams} streams: ${(error as Error).message}`);
    }
  }
  const [first = ''] = wire.collections;
  return {
    latencyMedian: latency.median,
    latencyP95: latency.p95,
    ...fanOut,
    reconnectOne: await measureReconnect(wire, [first]),
    reconnectAll: await measureReconnect(wire, wire.collections),
  };
}

async function withServer<Result>(
  contestant: Contestant,
  measure: (wire: Wire) => Promise<Result>,
): Promise<Result> {
  const wire = await contestant.start();
  try {
    return await measure(wire);
  } finally {
    await wire.server.stop();
  }
}
