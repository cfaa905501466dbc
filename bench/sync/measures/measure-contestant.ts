import { setTimeout as sleep } from 'node:timers/promises';
import type { NankeenServer } from '../../support/build-nankeen.ts';
import type { Settings } from '../settings.ts';
import type { Contestant, Wire } from '../wire.ts';
import { measureBrowserFirstSync } from './browser-first-sync.ts';
import { measureFanOut } from './fan-out.ts';
import { measureFirstSync } from './first-sync.ts';
import { measureLatency } from './latency.ts';
import { measurePendingEdits } from './pending-edits.ts';
import { measureEmptyPull, measureReconnect } from './reconnect.ts';
import { measureSavedPrice } from './saved-price.ts';
import { measureStreamMemory } from './stream-memory.ts';
import { measurePull, measurePush } from './throughput.ts';

/** Value by measure, undefined if it couldn't be measured; report.ts lists the names. */
export type Measured = Readonly<Record<string, number | undefined>>;

export interface RoundOptions {
  readonly settings: Settings;
  /** The last round also takes the measures that need no repetition. */
  readonly isLast: boolean;
  readonly role: 'limit' | 'ours' | 'peer';
  /** Called with the reason a single measure failed; the others still count. */
  readonly onFault: (text: string) => void;
}

const SETTLE_MS = 1000;
/** Pause between timed changes, longer than any server debounces notifications. */
const PAUSE_MS = 40;
/** Idle time after which V8's garbage collector has released its reserve. */
const QUIET_MS = 20_000;

/** Runs one round of a contestant, on fresh servers. */
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
  const loadedMb = wire.server.residentMb();
  const round = {
    push,
    pull: pull.documentsPerSecond,
    pullGzip: compressed.documentsPerSecond,
    pullBytes: pull.bytes / expected,
    pullGzipBytes: compressed.bytes / expected,
    idleMb,
    loadedMb,
    // Our pull loop only works with our server.
    ...(role === 'ours' ? { firstSync: await measureFirstSync(wire, expected) } : {}),
  };
  if (!isLast) return round;
  await sleep(QUIET_MS);
  const restedMb = wire.server.residentMb();
  const once = await measureOnce(wire, options);
  return { ...round, restedMb, ...once, ...(role === 'ours' ? await measureEngine(wire, options) : {}) };
}

/** Measures of our own app. They run last, since they change documents. */
async function measureEngine(wire: Wire, { settings, onFault }: RoundOptions): Promise<Measured> {
  const pendingEdits = await measurePendingEdits(wire);
  try {
    const expected = settings.documents + settings.warmUp;
    const browserFirstSync = await measureBrowserFirstSync(wire, expected);
    const { median, p95 } = await measureSavedPrice(wire.server as NankeenServer);
    return { pendingEdits, browserFirstSync, savedPriceMedian: median, savedPriceP95: p95 };
  } catch (error) {
    onFault(`in Chromium: ${(error as Error).message}`);
    return { pendingEdits };
  }
}

async function measureOnce(wire: Wire, { settings, role, onFault }: RoundOptions): Promise<Measured> {
  const latency = await measureLatency(wire, settings.latencySamples, PAUSE_MS);
  const inARow = await measureLatency(wire, settings.latencySamples, 0);
  const fanOut: Record<string, number | undefined> = {};
  for (const streams of settings.fanOutStreams) {
    try {
      const { cpuMs, reachesLast } = await measureFanOut(wire, streams, settings.fanOutMessages);
      fanOut[`fanOut${streams}Cpu`] = cpuMs;
      fanOut[`fanOut${streams}P99`] = reachesLast.p99;
    } catch (error) {
      if (role !== 'peer') throw error;
      onFault(`fan-out to ${streams} readers and more: ${(error as Error).message}`);
      break;
    }
  }
  return {
    latencyMedian: latency.median,
    latencyP95: latency.p95,
    latencyInARow: inARow.median,
    ...fanOut,
    emptyPull: await measureEmptyPull(wire),
    reconnect: await measureReconnect(wire),
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
