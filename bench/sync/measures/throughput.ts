import { gunzipSync } from 'node:zlib';
import { createBenchDocuments } from '../bench-document.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import type { Settings } from '../settings.ts';
import { originOf, type Wire } from '../wire.ts';

/** Documents pushed per second. Bodies are created before timing and responses checked after it. */
export async function measurePush(wire: Wire, count: number, { batch, inFlight }: Settings): Promise<number> {
  const documents = createBenchDocuments(count);
  const calls = Array.from({ length: Math.ceil(count / batch) }, (_, index) =>
    wire.push(documents.slice(index * batch, (index + 1) * batch)),
  );
  const responses: Buffer[] = [];
  let next = 0;
  const clients = Array.from({ length: inFlight }, (_, caller) => createHttpClient(originOf(wire, caller)));
  const work = async (client: HttpClient) => {
    for (let call = calls[next++]; call; call = calls[next++]) responses.push(await client.send(call));
  };
  const start = performance.now();
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - start) / 1000;
  for (const client of clients) client.close();
  for (const response of responses) {
    const fault = wire.findPushFault(response.toString(), Math.min(batch, count));
    if (fault !== undefined) throw new Error(`A push failed: ${fault}`);
  }
  return count / seconds;
}

export interface PullMeasure {
  readonly documentsPerSecond: number;
  readonly bytes: number;
}

/** Pulls everything from the beginning, page by page, with gzip as in a browser or uncompressed. */
export async function measurePull(
  wire: Wire,
  {
    page,
    expected,
    isCompressed,
  }: { readonly page: number; readonly expected: number; readonly isCompressed: boolean },
): Promise<PullMeasure> {
  const client = createHttpClient(wire.server.origin);
  const start = performance.now();
  const texts = await pullAll(wire, client, { page, isCompressed });
  const seconds = (performance.now() - start) / 1000;
  const bytes = client.bytes();
  client.close();
  const count = new Set(texts.flatMap((text) => wire.readIds(text))).size;
  if (count < expected) throw new Error(`A pull returned ${count} of ${expected} documents.`);
  return { documentsPerSecond: count / seconds, bytes };
}

const EMPTY_PAGE_BYTES = 700;

async function pullAll(
  wire: Wire,
  client: HttpClient,
  { page, isCompressed }: { readonly page: number; readonly isCompressed: boolean },
): Promise<readonly string[]> {
  const texts: string[] = [];
  const collection = wire.collections[0] ?? '';
  const encoding = isCompressed ? { 'accept-encoding': 'gzip' } : {};
  let checkpoint = '';
  for (;;) {
    const call = wire.pull({ collection, checkpoint, limit: page });
    const body = await client.send({ ...call, headers: { ...call.headers, ...encoding } });
    const isGzip = body[0] === 0x1f && body[1] === 0x8b;
    const text = (isGzip ? gunzipSync(body) : body).toString();
    if (text.length < EMPTY_PAGE_BYTES) return texts;
    texts.push(text);
    checkpoint = wire.readCheckpoint(text);
  }
}
