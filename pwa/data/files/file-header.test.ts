import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { readFileHeader } from './file-header.ts';

const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: { r: 90, g: 140, b: 80, alpha: 0.5 } },
  });
const toBytes = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());
const text = (value: string) => new TextEncoder().encode(value);
/** A box of ISO media files: its length, name and content. */
const box = (name: string, content: string) =>
  `${String.fromCharCode(0, 0, 0, 8 + content.length)}${name}${content}`;
const withPixels = (bytes: Uint8Array) => {
  const { type, width, height, isAnimated } = readFileHeader(bytes) ?? {};
  return [type, width, height, isAnimated];
};

test.each([
  ['JPEG', () => noise(301, 202).jpeg(), 'image/jpeg'],
  ['progressive JPEG', () => noise(301, 202).jpeg({ progressive: true }), 'image/jpeg'],
  ['grey JPEG', () => noise(301, 202).greyscale().jpeg(), 'image/jpeg'],
  ['CMYK JPEG', () => noise(301, 202).toColourspace('cmyk').jpeg(), 'image/jpeg'],
  ['JPEG with camera data', () => noise(301, 202).withMetadata({ orientation: 6 }).jpeg(), 'image/jpeg'],
  ['PNG', () => noise(301, 202, 4).png(), 'image/png'],
  ['WebP', () => noise(301, 202).webp(), 'image/webp'],
  ['lossless WebP', () => noise(301, 202).webp({ lossless: true }), 'image/webp'],
  ['transparent WebP', () => noise(301, 202, 4).webp(), 'image/webp'],
  ['WebP with camera data', () => noise(301, 202).withMetadata({ orientation: 3 }).webp(), 'image/webp'],
  ['AVIF', () => noise(301, 202).avif(), 'image/avif'],
])('[FI3] a %s tells its type and size before it is decoded', async (_kind, make, type) => {
  expect(withPixels(await toBytes(make()))).toEqual([type, 301, 202, false]);
});

test('[FI3] an animated WebP, PNG or AVIF is known', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const webp = await toBytes(sharp(frames, { join: { animated: true } }).webp());
  expect(withPixels(webp)).toEqual(['image/webp', 20, 10, true]);

  const png = await sharp(frames[0]).png().toBuffer();
  const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
  const animated = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
  expect(withPixels(new Uint8Array(animated))).toEqual(['image/png', 20, 10, true]);

  expect(readFileHeader(text(box('ftyp', 'avis\0\0\0\0avif')))).toMatchObject({
    type: 'image/avif',
    isAnimated: true,
  });
});

test('[FI3] of a grid of tiles the whole picture counts', () => {
  const tile = box('ispe', '\0\0\0\0\0\0\u0002\0\0\0\u0002\0');
  const whole = box('ispe', '\0\0\0\0\0\0\u000f\0\0\0\u0007\0');
  const bytes = text(`${box('ftyp', 'heic\0\0\0\0mif1')}${whole}${tile}`);
  expect(withPixels(bytes)).toEqual(['image/heic', 3840, 1792, false]);
});

test('[FI3] a PDF is known by its first bytes', () => {
  expect(readFileHeader(text('%PDF-1.7\n'))?.type).toBe('application/pdf');
});

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['GIF', 'GIF89a\u0001\0\u0001\0'],
  ['video', box('ftyp', 'isom\0\0\0\0mp42')],
  ['RIFF sound', 'RIFF\0\0\0\0WAVEfmt '],
  ['text', 'hello'],
  ['nothing', ''],
])('[FI3] %s is no picture, whatever the file is called', (_kind, content) => {
  expect(readFileHeader(text(content))).toBeUndefined();
});

test('[FI3] a picture that is cut off at any place is read without an error', async () => {
  for (const make of [
    noise(30, 20).jpeg(),
    noise(30, 20).png(),
    noise(30, 20).webp(),
    noise(30, 20).avif(),
  ]) {
    const bytes = await toBytes(make);
    for (let length = 0; length < Math.min(bytes.length, 600); length++) {
      const size = withPixels(bytes.subarray(0, length));
      expect([
        [undefined, undefined],
        [30, 20],
        [0, 0],
        [0, 20],
        [30, 0],
      ]).toContainEqual(size.slice(1, 3));
    }
  }
});

test('[FI3] a header that announces 400 megapixels is known before anything is decoded', async () => {
  const png = await toBytes(noise(10, 10).png());
  new DataView(png.buffer, png.byteOffset).setUint32(16, 20_000);
  new DataView(png.buffer, png.byteOffset).setUint32(20, 20_000);
  expect(withPixels(png)).toEqual(['image/png', 20_000, 20_000, false]);
});
