import { createBenchDocument } from '../bench-document.ts';
import { createHttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';
import { toQuantiles, type Quantiles } from './quantiles.ts';

export interface FanOut {
  /** Server CPU per message, the write itself included. */
  readonly cpuMs: number | undefined;
  /** From sending the write until the last stream heard of it. */
  readonly reachesLast: Quantiles;
}

const TIMEOUT_MS = 30_000;
const WARM_UP = 5;

/** One write after the other, each awaited on every stream. */
export async function measureFanOut(wire: Wire, streams: number, messages: number): Promise<FanOut> {
  const writer = createHttpClient(wire.server.origin);
  const readers = createHttpClient(wire.server.origin);
  const waiting = new Set<number>();
  let onLast = () => {};
  const hear = (reader: number, text: string) => {
    if (wire.isNews(text) && waiting.delete(reader) && waiting.size === 0) onLast();
  };
  await openStreams(streams, (reader) => readers.listen(wire.stream(), (text) => hear(reader, text)));

  async function send(): Promise<number> {
    for (let reader = 0; reader < streams; reader++) waiting.add(reader);
    const call = wire.push([createBenchDocument()]);
    const start = performance.now();
    const reached = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${waiting.size} streams heard nothing within ${TIMEOUT_MS} ms`)),
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

/** So many at a time that no backlog of new connections overflows. */
export async function openStreams(count: number, open: (reader: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => open(first + index));
    await Promise.all(some);
  }
}
