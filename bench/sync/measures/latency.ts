import { setTimeout as sleep } from 'node:timers/promises';
import { createBenchDocument } from '../bench-document.ts';
import { createHttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';
import { catchUp } from './caught-up-reader.ts';
import { toQuantiles, type Quantiles } from './quantiles.ts';

const TIMEOUT_MS = 10_000;

/**
 * From the moment one device sends a document until another, which heard of it by its stream, holds it.
 * @param pauseMs rest between two documents; without one each is sent as soon as the one before has arrived
 */
export async function measureLatency(wire: Wire, samples: number, pauseMs: number): Promise<Quantiles> {
  const writer = createHttpClient(wire.server.origin);
  const reader = createHttpClient(wire.server.origin);
  const collection = wire.collections[0] ?? '';
  let position = await catchUp(wire, reader, collection);
  let onNews: (text: string) => void = () => {};
  await reader.listen(wire.stream(), (text) => wire.isNews(text) && onNews(text));

  async function holds(id: string, news: string): Promise<boolean> {
    if (wire.isNewsComplete) return news.includes(id);
    const text = (await reader.send(wire.pull({ collection, position, limit: 1000 }))).toString();
    position = wire.readCheckpoint(text);
    return wire.readIds(text).includes(id);
  }

  async function sample(): Promise<number> {
    const document = createBenchDocument();
    const call = wire.push([document]);
    const start = performance.now();
    const arrival = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('A document did not arrive.')), TIMEOUT_MS);
      onNews = (news) => {
        holds(document.FBUID, news).then((isHere) => {
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
