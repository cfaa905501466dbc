import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DocumentSpool } from './document-spool.ts';
import type { ImportBatch } from './import-batch.ts';
import type { SpooledDocument } from './spooled-document.ts';
import { toSpoolLine } from './spooled-document.ts';

const KIB = 1_024;

async function fill(documents: readonly SpooledDocument[]): Promise<DocumentSpool> {
  const spool = await DocumentSpool.create();
  for (const { json, line, byte } of documents) await spool.add(Buffer.from(json), { line, byte });
  return spool;
}

it('[R-MIG-05] gives back every document with its place, from any position on, in batches of at most 1 MiB', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat({ max: 13 }), fc.boolean(), async (sizes, position, isWhole) => {
      const documents = sizes.map((size, index) => ({
        line: 3 * index + 1,
        byte: index % 3 === 0 ? undefined : 2 ** 40 + index,
        json: JSON.stringify({ FBUID: `${index}`, text: 'ä'.repeat((size * KIB) / 2) }),
      }));
      const spool = await fill(documents);
      const found: SpooledDocument[] = [];
      for await (const batch of spool.read({ position, isWhole })) {
        expect(batch.from).toBe(position + found.length);
        const read = await batch.read();
        expect(read).toHaveLength(batch.documents);
        expect(batch.body.toString('utf8')).toBe(read.map(({ json }) => `${json}\n`).join(''));
        if (!isWhole) expect(batch.body.length).toBeLessThanOrEqual(KIB * KIB);
        found.push(...read);
      }
      await spool.close();
      expect(found).toEqual(documents.slice(position));
    }),
    { numRuns: 40 },
  );
});

it('[R-MIG-05] a body stays as it is until it is let go, and all of them come whole into the memory of others', async () => {
  const documents = Array.from({ length: 12 }, (_, index) => ({
    line: index + 1,
    byte: index,
    json: JSON.stringify({ FBUID: `${index}`, text: `${index}`.repeat((600 - 40 * index) * KIB) }),
  }));
  const spool = await fill(documents);
  const memories = new Set<ArrayBuffer>();
  const underWay: { readonly batch: ImportBatch; readonly text: string }[] = [];
  let seen = 0;
  for await (const batch of spool.read()) {
    const text = batch.body.toString('utf8');
    expect(text).toContain(documents[batch.from]?.json);
    memories.add(batch.body.buffer);
    underWay.push({ batch, text });
    for (const one of underWay) expect(one.batch.body.toString('utf8') === one.text).toBe(true);
    if (underWay.length > 2) underWay.shift()?.batch.letGo();
    seen += batch.documents;
  }
  expect(seen).toBe(documents.length);
  await spool.close();
  expect(memories.size).toBeLessThan(5);
});

it('[R-MIG-05] sends the time of the last change along and knows the document without it', async () => {
  const json = '{"FBUID":"a","text":"\\","}';
  const sent = toSpoolLine(json, '2026 "\\\t');
  expect(JSON.parse(sent.toString('utf8'))).toEqual({ __updatedAt__: '2026 "\\\t', FBUID: 'a', text: '",' });
  const spool = await fill([{ line: 1, json: sent.toString('utf8') }]);
  for await (const batch of spool.read())
    expect(await batch.read()).toEqual([{ line: 1, byte: undefined, json }]);
  await spool.close();
});
