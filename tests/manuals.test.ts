import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import { PROJECT_ROOT } from './support/source-files.ts';

const CATALOGUE = `${PROJECT_ROOT}sync-server/demo/catalogue/`;

test.each(readdirSync(CATALOGUE))(
  '[R-DET-10] the manual of %s is a small tagged PDF, made from the product as it is (npm run manuals)',
  (name) => {
    const text = readFileSync(CATALOGUE + name, 'utf8');
    const [manual] = (JSON.parse(text) as Product).productDownloads;
    expect(manual?.label).toBe('User manual (PDF)');
    const pdf = readFileSync(`${PROJECT_ROOT}pwa/public${manual?.value}`, 'latin1');
    expect(pdf.length).toBeLessThan(100_000);
    for (const part of ['%PDF-1.7', '/StructTreeRoot', '/Lang (en-AU)', '/DisplayDocTitle true'])
      expect(pdf).toContain(part);
    expect(pdf).toContain(createHash('sha256').update(text).digest('hex'));
  },
);
