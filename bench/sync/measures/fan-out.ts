import { createBenchDocument } from '../bench-document.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { originOf, type Wire } from '../wire.ts';
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
  readonly client: HttpClient;
  checkpoint: string;
  /** What its stream has sent since the last write. */
  text: string;
}

/** Sends one write at a time and waits until every reader has the document, by its stream or by a pull. */
export async function measureFanOut(wire: Wire, streams: number, messages: number): Promise<FanOut> {
  const writer = createHttpClient(wire.server.origin);
  const nodes = new Map<string, HttpClient>();
  const clientOf = (caller: number) => {
    const origin = originOf(wire, caller);
    const client = nodes.get(origin) ?? createHttpClient(origin);
    nodes.set(origin, client);
    return client;
  };
  const collection = wire.collections[0] ?? '';
  // All readers see the same.
  const checkpoint = await catchUp(wire, writer, collection);
  const readers = Array.from({ length: streams }, (_, index): Reader => ({
    client: clientOf(index),
    checkpoint,
    text: '',
  }));
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
    noteArrival(reader, (await reader.client.send(call)).toString());
  }

  function onText(reader: Reader, text: string): void {
    // The greeting.
    if (id === '') return;
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
    await openStreams(streams, (index) => {
      const reader = readers[index] as Reader;
      return reader.client.listen(wire.stream(), (text) => onText(reader, text));
    });
    for (let index = 0; index < WARM_UP; index++) await send();
    const before = wire.server.cpuMs();
    const times: number[] = [];
    for (let index = 0; index < messages; index++) times.push(await send());
    const after = wire.server.cpuMs();
    const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / messages;
    return { cpuMs, reachesLast: toQuantiles(times) };
  } finally {
    writer.close();
    for (const client of nodes.values()) client.close();
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
