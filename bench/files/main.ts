import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { makePictureCorpus } from '../../tests/support/picture-corpus.ts';
import { buildNankeen, type NankeenServer } from '../support/build-nankeen.ts';
import { createBenchDocument } from '../sync/bench-document.ts';
import { createHttpClient } from '../sync/http-client.ts';
import { toQuantiles } from '../sync/measures/quantiles.ts';
import { nankeen } from '../sync/wires/nankeen-wire.ts';
import { createDevice } from './device.ts';
import { watchPictureProcess } from './picture-process-watch.ts';
import { startSlowLink } from './slow-link.ts';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));
const CUT_EVERY = 200_000;
const LINE_BITS = 32_000;
const PRODUCTS = 100;
const PULL_PAUSE_MS = 20;
const IDLE_LIMIT_MS = 40_000;

interface Figure {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  /** Most it may be. */
  readonly target?: number;
}

const figures: Figure[] = [];
const print = (text: string) => process.stdout.write(`${text}\n`);

function note(figure: Figure): void {
  const { label, value, unit, target } = figure;
  figures.push(figure);
  const goal = target === undefined ? '' : `  ≤ ${target} ${value <= target ? 'yes' : 'NO'}`;
  print(`${label.padEnd(58)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(4)}${goal}`);
}

let drawn = 0;

/** A picture of about 0.6 MB as the app makes it: 2560 pixels wide, WebP. */
async function drawPicture(): Promise<Buffer<ArrayBuffer>> {
  drawn += 1;
  const noise = { type: 'gaussian' as const, mean: 100 + drawn, sigma: 16 };
  const small = { width: 640, height: 480, channels: 3 as const, background: '#888', noise };
  const texture = await sharp({ create: small }).png().toBuffer();
  const picture = sharp(texture).resize({ width: 2560 });
  return Buffer.from(await picture.webp({ quality: 82 }).toBuffer());
}

const drawPictures = (count: number) => Promise.all(Array.from({ length: count }, drawPicture));

async function measureCuts(server: NankeenServer): Promise<void> {
  const link = await startSlowLink(server.origin, { cutEvery: CUT_EVERY });
  const device = createDevice(link.origin, server.adminToken, { isHurried: true });
  const pictures = await drawPictures(50);
  const bytes = pictures.reduce((sum, { length }) => sum + length, 0);
  const waiting = pictures.values();
  let arrived = 0;
  const lane = async () => {
    for (const picture of waiting) {
      await device.send(picture);
      arrived += 1;
    }
  };
  await Promise.all([lane(), lane()]);
  note({ label: `50 pictures, cut ${link.cuts()} times: missing`, value: 50 - arrived, unit: '', target: 0 });
  note({ label: 'size of a picture', value: bytes / 50 / 1e6, unit: 'MB' });
  note({ label: 'bytes sent ÷ their size', value: link.sentBytes() / bytes, unit: '', target: 1.25 });
  await link.stop();
}

async function measureSlowLine(server: NankeenServer): Promise<void> {
  const link = await startSlowLink(server.origin, { bytesPerSecond: LINE_BITS / 8 });
  const device = createDevice(link.origin, server.adminToken);
  const picture = await drawPicture();
  const from = performance.now();
  await device.send(picture);
  const seconds = (performance.now() - from) / 1000;
  note({ label: `one picture of ${picture.length} bytes at 32 kbit/s`, value: seconds, unit: 's' });
  note({
    label: 'time ÷ line time',
    value: seconds / ((picture.length * 8) / LINE_BITS),
    unit: '',
    target: 1.2,
  });
  await link.stop();
}

async function measureCorpus(server: NankeenServer): Promise<void> {
  const device = createDevice(server.origin, server.adminToken);
  const process = watchPictureProcess(server.dataDir);
  const corpus = (await makePictureCorpus()).filter(({ bytes }) => bytes.length > 0);
  const before = server.residentMb() ?? NaN;
  let wrong = 0;
  let slowest = 0;
  for (const { name, bytes, expected } of corpus) {
    const from = performance.now();
    const state = await device
      .send(Buffer.from(bytes))
      .then(device.settle)
      .catch(
        (error: Error & { code?: string }) =>
          `refused: ${error.code === 'invalid-argument' ? 'type' : error}`,
      );
    if (!expected.ok) slowest = Math.max(slowest, performance.now() - from);
    if (state === (expected.ok ? 'stored' : `refused: ${expected.reason}`)) continue;
    wrong += 1;
    print(`${name}: ${state} instead of ${JSON.stringify(expected)}`);
  }
  const after = server.residentMb() ?? NaN;
  note({ label: `corpus of ${corpus.length} files: wrong results`, value: wrong, unit: '', target: 0 });
  note({ label: 'slowest refusal', value: slowest / 1000, unit: 's', target: 1.5 });
  note({ label: 'server memory, more than before the corpus', value: after - before, unit: 'MB', target: 5 });
  const large = { width: 7900, height: 5000, channels: 3 as const, background: '#7a8a6a' };
  const progressive = sharp({ create: large }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' });
  print(
    `40 megapixels: ${await device.settle(await device.send(Buffer.from(await progressive.toBuffer())))}`,
  );
  note({ label: 'picture process, peak memory', value: process.peakMb(), unit: 'MB', target: 400 });
  const idleFrom = performance.now();
  while (process.isRunning() && performance.now() - idleFrom < IDLE_LIMIT_MS) await sleep(50);
  const idle = (performance.now() - idleFrom) / 1000;
  note({ label: 'picture process, gone after its last picture', value: idle, unit: 's', target: 31 });
  process.stop();
}

async function measurePulls(wire: Awaited<ReturnType<typeof nankeen.start>>, server: NankeenServer) {
  const client = createHttpClient(server.origin);
  await client.send(wire.push(Array.from({ length: PRODUCTS }, createBenchDocument)));
  const [collection = ''] = wire.collections;
  const call = wire.pull({ collection, checkpoint: '', limit: PRODUCTS });
  async function timePulls(isOver: () => boolean): Promise<number> {
    const times: number[] = [];
    while (!isOver()) {
      const from = performance.now();
      await client.send(call);
      times.push(performance.now() - from);
      await sleep(PULL_PAUSE_MS);
    }
    return toQuantiles(times).p99;
  }
  const quietUntil = performance.now() + 5000;
  const quiet = await timePulls(() => performance.now() > quietUntil);
  note({ label: `pull of ${PRODUCTS} products, p99, quiet`, value: quiet, unit: 'ms' });
  const device = createDevice(server.origin, server.adminToken);
  const pictures = await drawPictures(20);
  const from = performance.now();
  let isOver = false;
  const making = (async () => {
    const sent = [];
    for (const picture of pictures) sent.push(await device.send(picture));
    for (const file of sent) await device.settle(file);
    isOver = true;
  })();
  const p99 = await timePulls(() => isOver);
  await making;
  note({ label: 'pull, p99, while 20 pictures are made', value: p99, unit: 'ms', target: 100 });
  note({ label: 'time a picture', value: (performance.now() - from) / 20_000, unit: 's' });
  client.close();
}

async function main(): Promise<void> {
  buildNankeen();
  const wire = await nankeen.start();
  const server = wire.server as NankeenServer;
  await measurePulls(wire, server);
  await measureCorpus(server);
  await measureCuts(server);
  if (!process.argv.includes('--short')) await measureSlowLine(server);
  await server.stop();
  mkdirSync(RESULTS, { recursive: true });
  const result = { at: new Date().toISOString(), node: process.version, figures };
  writeFileSync(`${RESULTS}files.json`, `${JSON.stringify(result, null, 2)}\n`);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exit(1);
  },
);
