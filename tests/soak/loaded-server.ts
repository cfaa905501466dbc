import { afterAll, beforeAll, expect } from 'vitest';
import { NO_LIMITS } from '../support/no-limits.ts';
import { createPushLoad, type PushLoad } from './push-load.ts';
import { startSoakShop, type SoakShop } from './soak-shop.ts';

const DEVICES = 4;

/** A built server in its own process, with checks of the data that its devices pushed. */
export interface LoadedServer {
  readonly store: SoakShop;
  createLoads(random: () => number, onAcknowledged: () => void): readonly PushLoad[];
  /** Every acknowledged write is stored exactly once; `others` were acknowledged outside the loads. */
  checkStored(loads: readonly PushLoad[], others?: readonly string[]): Promise<void>;
  /** The same, after each device has resent its unacknowledged writes and pulled everything. */
  finish(loads: readonly PushLoad[], others?: readonly string[]): Promise<void>;
}

/** Sets it up for the tests of a file. */
export function setUpLoadedServer(): LoadedServer {
  let store: SoakShop;
  beforeAll(async () => {
    store = await startSoakShop(NO_LIMITS);
  }, 120_000);
  afterAll(async () => store.stop());

  const server: LoadedServer = {
    get store() {
      return store;
    },
    createLoads: (random, onAcknowledged) =>
      Array.from({ length: DEVICES }, () => createPushLoad({ origin: store.origin, random, onAcknowledged })),
    async checkStored(loads, others = []) {
      const { integrity, writeIds } = await store.readStored();
      expect(integrity).toBe('ok');
      const stored = new Set(writeIds);
      expect(stored.size, 'no write stands in history twice').toBe(writeIds.length);
      const acknowledged = [...loads.flatMap((load) => [...load.acknowledged]), ...others];
      const missing = acknowledged.filter((writeId) => !stored.has(writeId));
      expect(missing, 'acknowledged writes that are missing').toEqual([]);
    },
    async finish(loads, others) {
      for (const load of loads) {
        await load.finish();
        expect(load.pulled, 'what was pulled is all there is').toEqual(load.newest);
        expect(load.breaches).toEqual([]);
      }
      await server.checkStored(loads, others);
    },
  };
  return server;
}
