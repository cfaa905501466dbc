import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect } from 'vitest';

/** Pixels differ when their grey levels (0-255) are further apart; anti-aliasing stays below. */
const DIFFERENT = 64;
/** Share of pixels that may differ. */
const TOLERANCE = 0.004;

/**
 * Compares a screenshot with an approved picture, in greyscale. `APPROVE_PICTURES=1` approves the screenshot instead.
 * @param name of a file in tests/browser/pictures, without extension
 */
export async function expectApprovedPicture(screenshot: Buffer, name: string): Promise<void> {
  const file = fileURLToPath(new URL(`../browser/pictures/${name}.png`, import.meta.url));
  const isApproving = (process.env['APPROVE_PICTURES'] ?? '') !== '';
  if (isApproving)
    writeFileSync(file, await sharp(screenshot).greyscale().png({ palette: true, colours: 16 }).toBuffer());
  expect(existsSync(file), `${file} is missing; APPROVE_PICTURES=1 makes it.`).toBe(true);
  const [seen, approved] = await Promise.all([readPixels(screenshot), readPixels(file)]);
  expect([seen.width, seen.height], name).toEqual([approved.width, approved.height]);
  const others = seen.data.filter(
    (value, index) => Math.abs(value - (approved.data[index] ?? 0)) > DIFFERENT,
  );
  expect(others.length / seen.data.length, `${name}: share of pixels that differ`).toBeLessThan(TOLERANCE);
}

async function readPixels(source: Buffer | string) {
  const { data, info } = await sharp(source).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
