import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DemoServer } from './demo-server.ts';
import { sampleProduct, SHOPIFY_CSV, toNdjson } from './samples.ts';

const CONTACT = {
  FBUID: 'c1',
  contactName: 'Kim',
  contactEmail: 'kim@shop.example',
  contactPhone: '',
  contactCompany: '',
  contactMessage: 'Hello',
  createdAt: '2026-11-21T12:15:00.000+11:00',
};

/** Writes the files that the examples of the help use. */
export function writeExampleFiles(folder: string, { adminToken, staffPassword }: DemoServer): void {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'token.txt': `${adminToken}\n`,
    'password.txt': `${staffPassword}\n`,
    'code.txt': 'KITE-2046\n',
    'catalogue.json': JSON.stringify([sampleProduct('a'), sampleProduct('b')]),
    'shopify-export.csv': SHOPIFY_CSV,
    'theatres.ndjson': '{"_id":{"$oid":"59a47286cfa9a3a73e51e72c"},"theaterId":1000}\n',
    'couch.json': '{"total_rows":1,"rows":[{"id":"p1","doc":{"_id":"p1","name":"Waratah"}}]}',
    'contacts.ndjson.gz': gzipSync(toNdjson([CONTACT])),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}
