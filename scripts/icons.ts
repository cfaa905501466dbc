import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const ICONS = fileURLToPath(new URL('../pwa/public/icons/', import.meta.url));

const OUTPUTS = [
  { source: 'icon.svg', name: 'icon-192.png', edge: 192 },
  { source: 'icon.svg', name: 'icon-512.png', edge: 512 },
  { source: 'icon-maskable.svg', name: 'icon-maskable-512.png', edge: 512 },
  { source: 'icon-maskable.svg', name: 'apple-touch-180.png', edge: 180 },
];

/** Draws the app icons from their two SVG sources: `tsx scripts/icons.ts`. */
for (const { source, name, edge } of OUTPUTS) {
  const svg = await readFile(ICONS + source);
  await sharp(svg, { density: (72 * edge) / 128 })
    .resize(edge, edge)
    .png({ palette: true })
    .toFile(ICONS + name);
}
