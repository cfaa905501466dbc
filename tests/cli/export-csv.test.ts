import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeCsv } from '#cli/export/csv-export.ts';
import { openImport } from '#server/import/open-import.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

async function writeTable(file: string, documents: readonly object[]): Promise<void> {
  async function* source() {
    for (const document of documents) yield Buffer.from(JSON.stringify(document));
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeCsv(source())) pieces.push(piece);
  writeFileSync(file, Buffer.concat(pieces));
}

async function readTable(name: string): Promise<unknown[]> {
  const settings = { name, collection: 'rows', format: 'csv' } as const;
  const parts = { createdAt: '', createId: () => '', maxBytes: 1e9 };
  const { batches } = await openImport(name, settings, parts);
  const found: unknown[] = [];
  for await (const batch of batches) {
    found.push(...batch.map((item) => (item.kind === 'document' ? item.document : item.problems)));
  }
  return found;
}

it('[R-MIG-04] [R-MIG-05] importing an exported table restores any documents', async () => {
  const file = createTemporaryFolder()('rows.csv');
  const field = fc.oneof(fc.stringMatching(/^[a-z:=+ ,"]{1,6}$/), fc.constantFrom('a:json', 'x', 'id2'));
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom("'=1", '=1', ' x ', '', '\r\n', '"'),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string()),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.double({ noNaN: true, noDefaultInfinity: true })),
  );
  const names = field.map((name) => name.trim() || 'x');
  const documents = fc.array(fc.dictionary(names, value, { noNullPrototype: true }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(documents, async (list) => {
      const all = list.map((document, index) => ({ FBUID: `d${index}`, ...document }));
      await writeTable(file, all);
      expect(await readTable(file)).toEqual(all.map((one) => JSON.parse(JSON.stringify(one)) as unknown));
    }),
    { numRuns: 50 },
  );
});
