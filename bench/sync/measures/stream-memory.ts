import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';
import { openStreams } from './fan-out.ts';

const SETTLE_MS = 1500;
const FIRST = 50;

/** Resident kB per idle stream, on an otherwise idle server. */
export async function measureStreamMemory(wire: Wire, streams: number): Promise<number | undefined> {
  const client = createHttpClient(wire.server.origin);
  const open = () => client.listen(wire.stream(), () => {});
  await openStreams(FIRST, open);
  await sleep(SETTLE_MS);
  const before = wire.server.residentMb();
  await openStreams(streams, open);
  await sleep(SETTLE_MS);
  const after = wire.server.residentMb();
  client.close();
  return before === undefined || after === undefined ? undefined : ((after - before) * 1024) / streams;
}
