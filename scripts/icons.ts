import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const ICONS = fileURLToPath(new URL('../pwa/public/icons/', import.meta.url));

const OUTPUTS = [
  { source: 'icon.svg', name: 'icon-192.png', edge: 192 },
  { source: 'icon.svg', name: 'icon-512.png', edge: 512 },
  { source: 'icon-maskable.svg', name: 'icon-maskable-512.png', edge: 512 },
  { source: 'icon-maskable.svg', name: 'apple-touch-180.png', edge: 180 },
];

/** For programs that ask for nothing but `/favicon.ico`. */
const FAVICON = { source: fileURLToPath(new URL('../pwa/public/favicon.svg', import.meta.url)), edge: 32 };

/** Draws the app icons from their SVG sources: `tsx scripts/icons.ts`. */
for (const { source, name, edge } of OUTPUTS) {
  const svg = await readFile(ICONS + source);
  await sharp(svg, { density: (72 * edge) / 128 })
    .resize(edge, edge)
    .png({ palette: true })
    .toFile(ICONS + name);
}

const png = await sharp(await readFile(FAVICON.source), { density: 288 })
  .resize(FAVICON.edge, FAVICON.edge)
  .png({ palette: true })
  .toBuffer();
await writeFile(
  fileURLToPath(new URL('../pwa/public/favicon.ico', import.meta.url)),
  toIcon(png, FAVICON.edge),
);

/** An ICO file with one PNG: https://en.wikipedia.org/wiki/ICO_(file_format) */
function toIcon(image: Buffer, edge: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(edge, 6);
  header.writeUInt8(edge, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return Buffer.concat([header, image]);
}
