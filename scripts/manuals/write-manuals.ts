import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Product } from '#shared/collections/products.ts';
import { createManual } from './create-manual.ts';

const CATALOGUE = fileURLToPath(new URL('../../sync-server/demo/catalogue/', import.meta.url));
const MANUALS = fileURLToPath(new URL('../../pwa/public/manuals/', import.meta.url));

const texts = readdirSync(CATALOGUE).map((name) => readFileSync(CATALOGUE + name, 'utf8'));
const products = texts.map((text) => JSON.parse(text) as Product);

/** Writes each demo product's manual: `npm run manuals`. */
for (const [index, product] of products.entries()) {
  const source = createHash('sha256')
    .update(texts[index] ?? '')
    .digest('hex');
  const pdf = await createManual(product, products, source);
  writeFileSync(`${MANUALS}${product.FBUID}.pdf`, pdf);
  console.info(`${product.FBUID}.pdf: ${pdf.byteLength} bytes`);
}
