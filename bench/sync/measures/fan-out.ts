import { createBenchDocument } from '../bench-document.ts';
import { createHttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';
import { catchUp } from './caught-up-reader.ts';
import { toQuantiles, type Quantiles } from './quantiles.ts';

export interface FanOut {
  /** Server CPU per message, including the write. */
  readonly cpuMs: number | undefined;
  /** Milliseconds from sending the write until the last reader has the document. */
  readonly reachesLast: Quantiles;
}

const TIMEOUT_MS = 30_000;
const WARM_UP = 5;

interface Reader {
  checkpoint: string;
  /** What its stream has sent since the last write. */
  text: string;
}

/** Sends one write at a time and waits until every reader has the document, by its stream or by a pull. */
export async function measureFanOut(wire: Wire, streams: number, messages: number): Promise<FanOut> {
  const writer = createHttpClient(wire.server.origin);
  const client = createHttpClient(wire.server.origin);
  const collection = wire.collections[0] ?? '';
  // All readers see the same.
  const checkpoint = await catchUp(wire, client, collection);
  const readers = Array.from({ length: streams }, (): Reader => ({ checkpoint, text: '' }));
  const waiting = new Set<Reader>();
  let id = '';
  let onLast = () => {};
  let onFault: (error: unknown) => void = () => {};

  function noteArrival(reader: Reader, page: string): void {
    if (!page.includes(id)) return;
    if (!wire.hasDocumentsInStream) reader.checkpoint = wire.readCheckpoint(page);
    if (waiting.delete(reader) && waiting.size === 0) onLast();
  }

  async function pull(reader: Reader): Promise<void> {
    const call = wire.pull({ collection, checkpoint: reader.checkpoint, limit: 1000 });
    noteArrival(reader, (await client.send(call)).toString());
  }

  function onText(reader: Reader, text: string): void {
    reader.text += text;
    if (wire.hasDocumentsInStream) return noteArrival(reader, reader.text);
    if (!reader.text.endsWith('\n\n')) return;
    if (reader.text.includes(id)) noteArrival(reader, reader.text);
    else if (wire.isChange(reader.text)) pull(reader).catch(onFault);
  }

  async function send(): Promise<number> {
    const document = createBenchDocument();
    id = document.FBUID;
    for (const reader of readers) {
      reader.text = '';
      waiting.add(reader);
    }
    const call = wire.push([document]);
    const start = performance.now();
    const reached = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${waiting.size} readers got no document within ${TIMEOUT_MS} ms`)),
        TIMEOUT_MS,
      );
      onFault = reject;
      onLast = () => {
        clearTimeout(timer);
        resolve(performance.now() - start);
      };
    });
    const [ms] = await Promise.all([reached, writer.send(call)]);
    return ms;
  }

  try {
    await openStreams(streams, (index) =>
      client.listen(wire.stream(), (text) => onText(readers[index] as Reader, text)),
    );
    for (let index = 0; index < WARM_UP; index++) await send();
    const before = wire.server.cpuMs();
    const times: number[] = [];
    for (let index = 0; index < messages; index++) times.push(await send());
    const after = wire.server.cpuMs();
    const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / messages;
    return { cpuMs, reachesLast: toQuantiles(times) };
  } finally {
    writer.close();
    client.close();
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
