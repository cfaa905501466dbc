import { setTimeout as sleep } from 'node:timers/promises';
import { createBenchDocument } from '../bench-document.ts';
import { createHttpClient } from '../http-client.ts';
import { originOf, type Wire } from '../wire.ts';
import { catchUp } from './caught-up-reader.ts';
import { toQuantiles, type Quantiles } from './quantiles.ts';

const TIMEOUT_MS = 10_000;

/**
 * Milliseconds from one device sending a document until another one has it, notified by its stream.
 * @param pauseMs pause before each document; with 0 each is sent as soon as the previous one has arrived
 */
export async function measureLatency(wire: Wire, samples: number, pauseMs: number): Promise<Quantiles> {
  const writer = createHttpClient(wire.server.origin);
  const reader = createHttpClient(originOf(wire, 1));
  const collection = wire.collections[0] ?? '';
  let checkpoint = await catchUp(wire, reader, collection);
  let onChange: (text: string) => void = () => {};
  await reader.listen(wire.stream(), (text) => wire.isChange(text) && onChange(text));

  async function holds(id: string, message: string): Promise<boolean> {
    if (message.includes(id) || wire.hasDocumentsInStream) return message.includes(id);
    const text = (await reader.send(wire.pull({ collection, checkpoint, limit: 1000 }))).toString();
    checkpoint = wire.readCheckpoint(text);
    return wire.readIds(text).includes(id);
  }

  async function sample(): Promise<number> {
    const document = createBenchDocument();
    const call = wire.push([document]);
    const start = performance.now();
    const arrival = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('A document did not arrive.')), TIMEOUT_MS);
      onChange = (message) => {
        holds(document.FBUID, message).then((isHere) => {
          if (!isHere) return;
          clearTimeout(timer);
          resolve(performance.now() - start);
        }, reject);
      };
    });
    const [ms] = await Promise.all([arrival, writer.send(call)]);
    return ms;
  }

  const times: number[] = [];
  for (let index = 0; index < samples; index++) {
    if (pauseMs > 0) await sleep(pauseMs);
    times.push(await sample());
  }
  writer.close();
  reader.close();
  return toQuantiles(times);
}
