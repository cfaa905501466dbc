import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { isAccepted, MAX_PIXELS, MAX_SENT_SIDE, PICTURE_BUCKET } from '#shared/api/file-storage.ts';
import { findFileType, FIRST_BYTES, isPictureSequence } from '#shared/api/file-type.ts';
import { PICTURE_WIDTHS } from '#shared/domain/picture-widths.ts';
import type { PictureMessage, PictureRefusal, PictureRequest, PictureResult } from './picture-maker.ts';

const WIDEST = Math.max(...PICTURE_WIDTHS);
const AVIF = { quality: 62, effort: 2, chromaSubsampling: '4:2:0' };
const WEBP = { quality: 82 };
/** An AVIF is decoded as a whole: 17 bytes a pixel, or 23 with more than 8 bits a colour. */
const MAX_AVIF_PIXELS = 15_000_000;
const MAX_DEEP_AVIF_PIXELS = 11_000_000;
/** A picture that needs more is refused; a little below 400 MB, because it is measured every 10 ms. */
const MAX_RESIDENT_BYTES = 380_000_000;
const READ = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const;

const TOO_LARGE: PictureResult = { ok: false, reason: 'pixels' };

class Refused extends Error {
  readonly reason: PictureRefusal;
  constructor(reason: PictureRefusal) {
    super(reason);
    this.reason = reason;
  }
}

// libvips also reads SVG, PDF, GIF and more, with decoders that nobody needs here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((decoder) => `VipsForeignLoad${decoder}`),
});
sharp.cache(false);
sharp.concurrency(1);

async function make({ source, folder, id }: PictureRequest): Promise<PictureResult> {
  await checkType(source);
  await checkHeader(source);
  const { data, info } = await sharp(source, READ)
    .autoOrient()
    .resize({ width: WIDEST, height: MAX_SENT_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  const { width, height, channels } = info;
  // Bare pixels carry no camera data and no place.
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  const aside = join(folder, 'making');
  // An earlier process may have left files.
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside);
  const write = (name: string, bytes: Uint8Array) => writeFile(join(aside, name), bytes, { flush: true });
  await write(`${id}.webp`, await pixels().webp(WEBP).toBuffer());
  let avif = Buffer.alloc(0);
  let smaller = 0;
  for (const size of PICTURE_WIDTHS) {
    // Nothing is enlarged: sizes above a small picture's own are the same.
    if (width > smaller) avif = await pixels().resize(Math.min(size, width)).avif(AVIF).toBuffer();
    await write(`${id}-${size}.avif`, avif);
    smaller = size;
  }
  for (const name of await readdir(aside)) await rename(join(aside, name), join(folder, name));
  await flushFolder(folder);
  return { ok: true, width, height };
}

/** @throws Refused unless the first bytes are of a type that may be sent */
async function checkType(source: string): Promise<void> {
  const handle = await open(source, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_BYTES)).finally(() => handle.close());
  const first = buffer.subarray(0, bytesRead);
  if (!isAccepted(PICTURE_BUCKET, findFileType(first))) throw new Refused('type');
  if (isPictureSequence(first)) throw new Refused('animated');
}

/** @throws Refused when the header promises more than one frame or too many pixels */
async function checkHeader(source: string): Promise<void> {
  const header = await sharp(source, READ).metadata().catch(refuse);
  const { width, height, pages = 1 } = header;
  if (width * height > findMaxPixels(header)) throw new Refused('pixels');
  if (pages > 1) throw new Refused('animated');
}

function findMaxPixels({ format, bitsPerSample = 8 }: Metadata): number {
  if (format !== 'heif') return MAX_PIXELS;
  return bitsPerSample > 8 ? MAX_DEEP_AVIF_PIXELS : MAX_AVIF_PIXELS;
}

function refuse(error: Error): never {
  throw new Refused(/pixel limit/.test(error.message) ? 'pixels' : 'damaged');
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const isTooLarge = () => process.memoryUsage.rss() > MAX_RESIDENT_BYTES;
// `process.exit` would wait for the decoder.
const end = () => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', end);

let pictures = 0;

process.on('message', (request: PictureRequest) => {
  pictures += 1;
  const finish = (message: PictureMessage) => {
    clearInterval(watch);
    if (!isTooLarge()) process.send?.(message);
    // Earlier pictures may have left too little memory: without an answer a new process tries this one.
    else if (pictures > 1) end();
    else process.send?.(TOO_LARGE, end);
  };
  const watch = setInterval(() => isTooLarge() && finish(TOO_LARGE), 10);
  make(request).then(finish, (error: Error) => {
    finish(error instanceof Refused ? { ok: false, reason: error.reason } : { failure: error.message });
  });
});
process.send?.('ready');
