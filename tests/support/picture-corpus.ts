import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { PictureResult } from '#server/files/picture-maker.ts';

/** A file that somebody sends as a picture, and what has to become of it. */
export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly expected: PictureResult;
}

/** Occurs in the camera data, comments and appended scripts of the files, and must occur in no picture made of them. */
export const PRIVATE_MARK = 'Nankeen Creek 37.8136 S';
export const SCRIPT_MARK = '<script>alert(1)</script>';

const made = (width: number, height: number): PictureResult => ({ ok: true, width, height });
const refused = (reason: 'type' | 'pixels' | 'damaged' | 'animated'): PictureResult => ({
  ok: false,
  reason,
});

/** The 60 files, some made by sharp, some by hand. */
export async function makePictureCorpus(): Promise<readonly CorpusFile[]> {
  const files = await Promise.all([makeGood(), makeTurned(), makeCut(), makeLying(), makeForeign()]);
  return files.flat();
}

/** A picture whose upper left corner is red, the rest grey with a texture. */
export function drawPicture(width: number, height: number): Sharp {
  const texture = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const corner = { width: width >> 2, height: height >> 2, channels: 3 as const, background: '#d00000' };
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: texture } })
    .composite([{ input: { create: corner }, gravity: 'northwest' }])
    .removeAlpha();
}

/** A JPEG as phones make them: 12 megapixels, camera and place in its EXIF and XMP. */
export function makePhonePicture(width = 4000, height = 3000): Promise<Buffer> {
  const flat = { width, height, channels: 3 as const, background: '#7a8a6a' };
  return withPlace(sharp({ create: flat }))
    .jpeg()
    .toBuffer();
}

function withPlace(picture: Sharp): Sharp {
  return picture
    .withExif({
      IFD0: { ImageDescription: PRIVATE_MARK, Make: 'Nankeen Optics' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '37/1 48/1 4896/100', GPSMapDatum: PRIVATE_MARK },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
        `<rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="${PRIVATE_MARK}"/>` +
        `</rdf:RDF></x:xmpmeta>`,
    );
}

async function makeGood(): Promise<CorpusFile[]> {
  const small = await drawPicture(300, 200).png().toBuffer();
  const picture = () => sharp(small);
  const transparent = () => picture().ensureAlpha(0.5);
  const script = Buffer.from(SCRIPT_MARK);
  const good: readonly (readonly [string, Promise<Uint8Array>, PictureResult?])[] = [
    ['twelve-megapixels.jpg', makePhonePicture(), made(1600, 1200)],
    ['wide.jpg', drawPicture(2000, 500).jpeg().toBuffer(), made(1600, 400)],
    ['tall.webp', drawPicture(100, 4000).webp().toBuffer(), made(64, 2560)],
    ['one-pixel.png', picture().resize(1, 1).png().toBuffer(), made(1, 1)],
    ['place.png', withPlace(picture()).png().toBuffer()],
    ['place.webp', withPlace(picture()).webp().toBuffer()],
    ['place.avif', withPlace(picture()).avif({ effort: 0 }).toBuffer()],
    ['progressive.jpg', picture().jpeg({ progressive: true }).toBuffer()],
    ['cmyk.jpg', picture().toColourspace('cmyk').jpeg().toBuffer()],
    ['wide-gamut.jpg', picture().withIccProfile('p3').jpeg().toBuffer()],
    ['grey.jpg', picture().greyscale().jpeg().toBuffer()],
    ['sixteen-bit.png', picture().toColourspace('rgb16').png().toBuffer()],
    ['interlaced.png', picture().png({ progressive: true }).toBuffer()],
    ['few-colours.png', picture().png({ palette: true, colours: 8 }).toBuffer()],
    ['grey-and-transparent.png', transparent().greyscale().png().toBuffer()],
    ['transparent.png', transparent().png().toBuffer()],
    ['transparent.webp', transparent().webp().toBuffer()],
    [
      'script-behind.jpg',
      picture()
        .jpeg()
        .toBuffer()
        .then((jpeg) => Buffer.concat([jpeg, script])),
    ],
    ['script-inside.png', Promise.resolve(insertChunk(small, toChunk('tEXt', `Comment\0${SCRIPT_MARK}`)))],
  ];
  return Promise.all(
    good.map(async ([name, bytes, expected = made(300, 200)]) => ({ name, bytes: await bytes, expected })),
  );
}

/** How a camera held in each of the eight ways stores what is upright. */
const STORED: readonly ((upright: Sharp) => Sharp)[] = [
  (upright) => upright,
  (upright) => upright.flop(),
  (upright) => upright.rotate(180),
  (upright) => upright.flip(),
  (upright) => upright.rotate(90).flip(),
  (upright) => upright.rotate(270),
  (upright) => upright.rotate(90).flop(),
  (upright) => upright.rotate(90),
];

async function makeTurned(): Promise<CorpusFile[]> {
  const upright = await drawPicture(300, 200).png().toBuffer();
  return Promise.all(
    STORED.map(async (store, index) => ({
      name: `turned-${index + 1}.jpg`,
      bytes: await store(sharp(upright))
        .withMetadata({ orientation: index + 1 })
        .jpeg()
        .toBuffer(),
      expected: made(300, 200),
    })),
  );
}

/** Each of the four types, cut at five places. */
async function makeCut(): Promise<CorpusFile[]> {
  const whole = await drawPicture(300, 200).png().toBuffer();
  const types = {
    jpg: await sharp(whole).jpeg().toBuffer(),
    png: whole,
    webp: await sharp(whole).webp().toBuffer(),
    avif: await sharp(whole).avif({ effort: 0 }).toBuffer(),
  };
  return Object.entries(types).flatMap(([type, bytes]) =>
    [0.02, 0.25, 0.5, 0.75, 0.98].map((share) => ({
      name: `cut-at-${share * 100}-percent.${type}`,
      bytes: bytes.subarray(0, Math.max(16, Math.floor(bytes.length * share))),
      expected: refused('damaged'),
    })),
  );
}

/** Headers that promise other sizes than the data have. */
async function makeLying(): Promise<CorpusFile[]> {
  const jpeg = await drawPicture(300, 200).jpeg().toBuffer();
  const webp = await drawPicture(300, 200).webp().toBuffer();
  return [
    { name: '400-megapixels.png', bytes: toPng(20_000, 20_000, 20_000), expected: refused('pixels') },
    { name: 'says-more-rows.png', bytes: toPng(200, 200, 20), expected: refused('damaged') },
    { name: 'says-no-columns.png', bytes: toPng(0, 200, 20), expected: refused('damaged') },
    { name: 'says-3600-megapixels.jpg', bytes: setJpegSize(jpeg, 60_000), expected: refused('pixels') },
    // The decoder fills the missing rows with grey, as browsers do.
    { name: 'says-more-rows.jpg', bytes: setJpegSize(jpeg, 400), expected: made(400, 400) },
    { name: 'says-268-megapixels.webp', bytes: setWebpSize(webp, 16_383), expected: refused('pixels') },
  ];
}

async function makeForeign(): Promise<CorpusFile[]> {
  const picture = await drawPicture(30, 20).png().toBuffer();
  const frames = await sharp([picture, await sharp(picture).negate().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer();
  const still = await sharp(picture).avif({ effort: 0 }).toBuffer();
  return [
    { name: 'empty.jpg', bytes: new Uint8Array(), expected: refused('type') },
    {
      name: 'first-bytes-only.jpg',
      bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      expected: refused('damaged'),
    },
    {
      name: 'page.jpg',
      bytes: Buffer.from(`<!doctype html><title>1</title>${SCRIPT_MARK}`),
      expected: refused('type'),
    },
    {
      name: 'drawing.svg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      expected: refused('type'),
    },
    { name: 'picture.gif', bytes: await sharp(picture).gif().toBuffer(), expected: refused('type') },
    { name: 'frames.webp', bytes: frames, expected: refused('animated') },
    { name: 'frames.avif', bytes: setBrand(still, 'avis'), expected: refused('animated') },
  ];
}

/** A PNG of one bit a pixel. @param rows how many rows it really has */
function toPng(width: number, height: number, rows: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const data = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows), { level: 1 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, toChunk('IHDR', header), toChunk('IDAT', data), toChunk('IEND', '')]);
}

function toChunk(type: string, content: string | Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(content as string)]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(body.length - 4, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** Behind the PNG's header, which has 33 bytes. */
function insertChunk(png: Buffer, chunk: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** Both sides, in the frame header. */
function setJpegSize(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(side, frame + 5);
  changed.writeUInt16BE(side, frame + 7);
  return changed;
}

/** Both sides, in the header of the key frame. */
function setWebpSize(webp: Buffer, side: number): Buffer {
  const changed = Buffer.from(webp);
  const frame = changed.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  changed.writeUInt16LE(side, frame + 3);
  changed.writeUInt16LE(side, frame + 5);
  return changed;
}

function setBrand(avif: Buffer, brand: string): Buffer {
  const changed = Buffer.from(avif);
  changed.write(brand, 8, 'latin1');
  return changed;
}
