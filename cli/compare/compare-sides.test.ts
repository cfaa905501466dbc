import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { compareCodePoints } from '#shared/kernel/code-points.ts';
import { compareSides } from './compare-sides.ts';
import type { KeyedDocument } from './keyed-document.ts';
import { sortById } from './sort-by-id.ts';

const ids = fc.string({ unit: 'binary', minLength: 1 });
const contents = fc.record(
  { a: fc.integer({ min: 0, max: 3 }), b: fc.constantFrom('', 'x') },
  { noNullPrototype: true },
);
const sides = fc.dictionary(ids, contents, { noNullPrototype: true });

async function* toTexts(side: Readonly<Record<string, object>>): AsyncGenerator<KeyedDocument> {
  for (const [id, content] of Object.entries(side)) {
    yield { id, json: Buffer.from(JSON.stringify({ FBUID: id, ...content })) };
  }
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe('comparing two sides', () => {
  it('[R-MIG-02] orders ids by their bytes, as the store does', () => {
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('[R-MIG-02] sorts any documents, however many runs go to temporary files', async () => {
    await fc.assert(
      fc.asyncProperty(sides, fc.integer({ min: 1, max: 200 }), async (side, chunk) => {
        const sorted = await collect(sortById(toTexts(side), chunk));
        const expected = (await collect(toTexts(side))).sort((a, b) => compareCodePoints(a.id, b.id));
        expect(sorted).toEqual(expected);
      }),
    );
  });

  it('[R-MIG-02] finds exactly the missing and the different documents', async () => {
    await fc.assert(
      fc.asyncProperty(sides, sides, async (a, b) => {
        const options = { maxDifferences: Infinity };
        const found = await compareSides(sortById(toTexts(a)), sortById(toTexts(b)), options);
        const all = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(compareCodePoints);
        const expected = all.flatMap((id) => {
          if (!Object.hasOwn(b, id)) return [{ id, kind: 'only-in-a' }];
          if (!Object.hasOwn(a, id)) return [{ id, kind: 'only-in-b' }];
          return isJsonEqual(a[id], b[id]) ? [] : [{ id, kind: 'different' }];
        });
        expect(found.differences.map(({ id, kind }) => ({ id, kind }))).toEqual(expected);
        expect(found.a.sha256 === found.b.sha256).toBe(expected.length === 0);
      }),
    );
  });

  it('[R-MIG-02] names the paths that differ, and ignores the order of fields', async () => {
    async function* one(json: string) {
      yield { id: 'x', json: Buffer.from(json) };
    }
    const compare = (a: string, b: string) => compareSides(one(a), one(b), { maxDifferences: 9 });
    const same = await compare('{"FBUID":"x","a":{"b":1,"c":2}}', '{"a":{"c":2,"b":1},"FBUID":"x"}');
    expect(same).toMatchObject({ different: 0, a: same.b });
    const { differences } = await compare('{"l":[{"p":1},{"p":2}],"o":1}', '{"l":[{"p":1},{"p":3}],"n":1}');
    expect(differences).toEqual([{ id: 'x', kind: 'different', paths: ['o', 'l[1].p', 'n'] }]);
  });
});
