import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

export interface Encoding {
  readonly widths: readonly number[];
  readonly webpWidth: number;
  readonly quality: number;
}

/** Middle of the shop's pale studio ground. */
export const PALE = '#e4e6e9';

/**
 * Writes `<target>-<width>.avif` for every width and `<target>.webp`. The AVIFs stay transparent and show the page's ground.
 * The WebP has its own pale ground, for link previews, search engines and old browsers.
 */
export async function encode(png: Buffer, target: string, encoding: Encoding): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  for (const width of encoding.widths) {
    await sharp(png)
      .resize({ width })
      .avif({ quality: encoding.quality, effort: 3, chromaSubsampling: '4:2:0' })
      .toFile(`${target}-${width}.avif`);
  }
  await sharp(png)
    .flatten({ background: PALE })
    .resize({ width: encoding.webpWidth })
    .webp({ quality: Math.max(82, encoding.quality), effort: 5 })
    .toFile(`${target}.webp`);
}
