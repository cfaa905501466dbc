import { createBenchDocument } from '../bench-document.ts';
import { createHttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';
import { toQuantiles, type Quantiles } from './quantiles.ts';

export interface FanOut {
  /** Server CPU per message, including the write. */
  readonly cpuMs: number | undefined;
  /** Milliseconds from sending the write until the last stream got it. */
  readonly reachesLast: Quantiles;
}

const TIMEOUT_MS = 30_000;
const WARM_UP = 5;

/** Sends one write at a time and waits until every stream has got it. */
export async function measureFanOut(wire: Wire, streams: number, messages: number): Promise<FanOut> {
  const writer = createHttpClient(wire.server.origin);
  const readers = createHttpClient(wire.server.origin);
  const waiting = new Set<number>();
  let onLast = () => {};
  const onText = (reader: number, text: string) => {
    if (wire.isChange(text) && waiting.delete(reader) && waiting.size === 0) onLast();
  };
  await openStreams(streams, (reader) => readers.listen(wire.stream(), (text) => onText(reader, text)));

  async function send(): Promise<number> {
    for (let reader = 0; reader < streams; reader++) waiting.add(reader);
    const call = wire.push([createBenchDocument()]);
    const start = performance.now();
    const reached = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${waiting.size} streams got no message within ${TIMEOUT_MS} ms`)),
        TIMEOUT_MS,
      );
      onLast = () => {
        clearTimeout(timer);
        resolve(performance.now() - start);
      };
    });
    const [ms] = await Promise.all([reached, writer.send(call)]);
    return ms;
  }

  try {
    for (let index = 0; index < WARM_UP; index++) await send();
    const before = wire.server.cpuMs();
    const times: number[] = [];
    for (let index = 0; index < messages; index++) times.push(await send());
    const after = wire.server.cpuMs();
    const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / messages;
    return { cpuMs, reachesLast: toQuantiles(times) };
  } finally {
    writer.close();
    readers.close();
  }
}

const AT_ONCE = 50;

/** Opens streams in batches, so the server's connection backlog doesn't overflow. */
export async function openStreams(count: number, open: (reader: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => open(first + index));
    await Promise.all(some);
  }
}
