import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { PALE } from './encode.ts';

const PICTURES = fileURLToPath(new URL('../../pwa/public/pictures/', import.meta.url));

/** What readers of links show, and the most bytes it may cost. */
const SIZE = { width: 1200, height: 630 };
const MAX_BYTES = 60_000;
/** Room around a product. */
const MARGIN = 24;

/** Makes `<product>/share.jpg` and `home/share.jpg` of the rendered pictures: `tsx scripts/pictures/share.ts`. */
for (const name of readdirSync(PICTURES)) {
  const hero = `${PICTURES}${name}/hero-1600.avif`;
  const first = `${PICTURES}${name}/1-1600.avif`;
  if (existsSync(hero)) await write(sharp(hero).resize({ ...SIZE, fit: 'cover' }), name);
  else if (existsSync(first)) await write(await toProductPicture(first), name);
}

/** The product as large as fits, on the shop's pale ground. */
async function toProductPicture(file: string): Promise<Sharp> {
  const product = await sharp(file)
    .trim({ background: '#0000', threshold: 2 })
    .resize({ width: SIZE.width - 2 * MARGIN, height: SIZE.height - 2 * MARGIN, fit: 'inside' })
    .png()
    .toBuffer();
  return sharp({ create: { ...SIZE, channels: 3, background: PALE } }).composite([{ input: product }]);
}

/** Takes the best quality within the bytes. */
async function write(picture: Sharp, name: string): Promise<void> {
  const png = await picture.png().toBuffer();
  for (let quality = 86; quality >= 50; quality -= 4) {
    const bytes = await sharp(png).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (bytes.byteLength > MAX_BYTES) continue;
    writeFileSync(`${PICTURES}${name}/share.jpg`, bytes);
    console.info(`${name}/share.jpg: quality ${quality}, ${bytes.byteLength} bytes`);
    return;
  }
  throw new Error(`${name}/share.jpg does not fit into ${MAX_BYTES} bytes.`);
}
