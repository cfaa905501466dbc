import { createApiClient, type Fetch, type RequestInit } from '#shared/api/client.ts';
import { createConnectionMonitor, type ConnectionMonitor } from '#pwa/data/sync/connection.ts';
import { createResendingFetch, type OnOnline } from '#pwa/data/sync/resend.ts';
import { startSyncEngine, type SyncEngine } from '#pwa/data/sync/sync-engine.ts';
import { DATA_ENDPOINT, type CoreServer } from './core-server.ts';
import { createTestDevice, type TestDevice } from './test-device.ts';

/** A device whose engine replicates automatically over real HTTP. */
export interface EngineDevice extends TestDevice {
  readonly engine: SyncEngine;
  readonly connection: ConnectionMonitor;
  /** Paths of the requests sent, without queries. */
  readonly requests: readonly string[];
  readonly failures: readonly string[];
  /** The network is back. */
  comeOnline(): void;
  stop(): Promise<void>;
}

/** @param intercept may respond to a request or fail it instead of the network, which by default is real HTTP */
export async function createEngineDevice(
  server: CoreServer,
  origin: string,
  intercept: (path: string, ...call: Parameters<Fetch>) => Promise<Response> | undefined = () => undefined,
): Promise<EngineDevice> {
  const device = await createTestDevice(server);
  const requests: string[] = [];
  const failures: string[] = [];
  const connection = createConnectionMonitor(true);
  const counted: typeof fetch = (input, init) => {
    const path = new URL(input as string).pathname.replace(/^\/api\/v1(\/testing\/data)?/, '');
    requests.push(path);
    return intercept(path, input as string, init as RequestInit) ?? fetch(input, init);
  };
  const headers = async () => ({ authorization: `Bearer ${server.tokenOf(device.fid)}` });
  const listeners = new Set<() => void>();
  const onOnline: OnOnline = (act) => {
    listeners.add(act);
    return () => listeners.delete(act);
  };
  const engine = startSyncEngine({
    database: device.database,
    client: createApiClient({
      fetch: createResendingFetch(counted as unknown as Fetch, onOnline),
      origin,
      dataEndpoint: DATA_ENDPOINT,
      headers,
    }),
    fetch: counted,
    headers,
    onOnline,
    collections: ['contacts'],
    connection,
    clock: server.clock,
    random: () => 0.5,
    onFailure: (text) => void failures.push(text),
  });
  return {
    ...device,
    engine,
    connection,
    requests,
    failures,
    comeOnline() {
      for (const act of listeners) act();
      engine.wakeNow();
    },
    async stop() {
      await engine.stop();
      await device.close();
    },
  };
}
