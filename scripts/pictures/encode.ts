import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

export interface Encoding {
  readonly widths: readonly number[];
  readonly webpWidth: number;
  readonly quality: number;
}

/** Writes `<target>-<width>.avif` for every width and `<target>.webp`. */
export async function encode(png: Buffer, target: string, encoding: Encoding): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  for (const width of encoding.widths) {
    await sharp(png)
      .resize({ width })
      .avif({ quality: encoding.quality, effort: 3, chromaSubsampling: '4:2:0' })
      .toFile(`${target}-${width}.avif`);
  }
  await sharp(png)
    .resize({ width: encoding.webpWidth })
    .webp({ quality: Math.max(82, encoding.quality), effort: 5 })
    .toFile(`${target}.webp`);
}
