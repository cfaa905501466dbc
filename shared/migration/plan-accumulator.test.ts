import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { compileJob, decideDocument } from '#shared/migration/decide-document.ts';
import type { CopyJobSpec, RenameJobSpec } from '#shared/migration/job-spec.ts';
import { createPlanAccumulator } from '#shared/migration/plan-accumulator.ts';
import { createPlanHash } from '#shared/migration/plan-hash.ts';
import { planSchema } from '#shared/migration/plan.ts';
import type { CollisionChoice } from '#shared/migration/rename-spec.ts';

const AT = '2026-11-21T10:00:00.000Z';
type Fields = Record<string, unknown>;

const renameSpec = (onCollision: CollisionChoice): RenameJobSpec => ({
  kind: 'rename',
  collection: 'human',
  rename: { rules: [{ kind: 'map', from: 'x', to: 'y' }], onCollision },
});

function planOf(spec: RenameJobSpec | CopyJobSpec, documents: readonly Fields[], writeId = 'w') {
  const job = compileJob(spec);
  const accumulator = createPlanAccumulator(spec);
  for (const [index, fields] of documents.entries()) {
    const id = `d${String(index).padStart(6, '0')}`;
    const source = {
      data: { FBUID: id, ...fields },
      deleted: false,
      writeId: `${writeId}${id}`,
      updatedAt: AT,
    };
    accumulator.add(decideDocument(job, { id, source, target: undefined, at: AT }));
  }
  return accumulator.plan();
}

describe('a plan', () => {
  const documents = [{ x: 1 }, { x: 1, y: 2 }, { z: 1 }, { x: 2, 7: 0 }];

  it('[R-MIG-06] counts actions, renamed fields, collisions and dropped values', () => {
    expect(planOf(renameSpec('error'), documents)).toMatchObject({
      documents: 4,
      counts: { create: 0, replace: 2, merge: 0, delete: 0, skip: 0, reject: 1, unchanged: 1 },
      renamed: [{ path: 'x', to: 'y', documents: 2 }],
      problems: [{ id: 'd000001', code: 'collision', path: 'x' }],
      problemCount: 1,
      collisions: 1,
      lostValues: 0,
      samples: [
        { id: 'd000000', action: 'replace', before: { x: 1 }, after: { y: 1 } },
        { id: 'd000003', action: 'replace' },
      ],
    });
    expect(planOf(renameSpec('keep-target'), documents)).toMatchObject({
      counts: { replace: 3, reject: 0, unchanged: 1 },
      collisions: 1,
      lostValues: 1,
      problemCount: 0,
    });
  });

  it('[R-MIG-06] has at most 20 samples and 1,000 problems for any number of documents, and fits the schema', () => {
    const many = Array.from({ length: 1_100 }, (_none, index) => ({ x: index, y: index }));
    const plan = planOf(renameSpec('error'), many);
    expect(v.is(planSchema, plan)).toBe(true);
    expect(plan).toMatchObject({ documents: 1_100, problemCount: 1_100 });
    expect(plan.problems).toHaveLength(1_000);
    expect(planOf(renameSpec('suffix'), many).samples).toHaveLength(20);
  });

  it('[R-MIG-06] limits the samples to a megabyte together, but shows at least one', () => {
    const large = Array.from({ length: 20 }, () => ({ x: 'x'.repeat(200_000) }));
    const { samples, counts } = planOf(renameSpec('error'), large);
    expect(counts.replace).toBe(20);
    expect(samples).toHaveLength(2);
    expect(planOf(renameSpec('error'), [{ x: 'x'.repeat(1_040_000) }]).samples).toHaveLength(1);
  });

  it('[R-MIG-06] has a hash that depends on the documents and the specification', () => {
    const { hash } = planOf(renameSpec('error'), documents);
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(planOf(renameSpec('error'), documents).hash).toBe(hash);
    expect(planOf(renameSpec('error'), documents, 'v').hash).not.toBe(hash);
    expect(planOf(renameSpec('suffix'), documents).hash).not.toBe(hash);
    expect(planOf(renameSpec('error'), documents.slice(1)).hash).not.toBe(hash);
    // The same specification with its fields in a different order.
    const { kind, collection, rename } = renameSpec('error');
    expect(planOf({ rename, collection, kind }, documents).hash).toBe(hash);
  });

  it('[R-MIG-05] hashes a file’s documents by their content, regardless of field order', () => {
    const spec = {
      kind: 'import',
      collection: 'human',
      upload: 'u1',
      label: 'a.json',
      mode: 'upsert',
      onConflict: 'overwrite',
    } as const;
    const hashOf = (data: Fields) => {
      const source = { data, deleted: false, writeId: '', updatedAt: undefined };
      const accumulator = createPlanAccumulator(spec);
      accumulator.add(decideDocument(compileJob(spec), { id: 'a', source, target: undefined, at: AT }));
      return accumulator.plan().hash;
    };
    expect(hashOf({ a: 1, b: { c: 2, d: 3 } })).toBe(hashOf({ b: { d: 3, c: 2 }, a: 1 }));
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }));
  });
});

describe('the hash of a plan', () => {
  const digest = (...texts: string[]) => {
    const hash = createPlanHash();
    for (const text of texts) hash.add(text);
    return hash.digest();
  };

  it('[R-MIG-06] is the same in every engine', () => {
    expect(digest()).toBe(digest());
    expect(digest('a', 'b')).toMatchInlineSnapshot(`"d3ccd522a118a9fb71dbb51703e5b755"`);
    expect(digest('日本 🚁', '')).toMatchInlineSnapshot(`"19b4abda6cfd962161d261a4fd865723"`);
  });

  it('[R-MIG-06] depends on the boundaries of the texts, and computing it changes nothing', () => {
    const all = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc'], []].map((texts) =>
      digest(...texts),
    );
    expect(new Set(all).size).toBe(all.length);
    const hash = createPlanHash();
    hash.add('a');
    hash.digest();
    hash.add('b');
    expect(hash.digest()).toBe(digest('a', 'b'));
  });

  it('[R-MIG-06] spreads a hundred thousand similar texts over all its bits', () => {
    const digests = Array.from({ length: 100_000 }, (_none, index) => digest('d', `${index}`, 'replace'));
    expect(new Set(digests).size).toBe(digests.length);
    // Quarters of a digest collide once or twice by chance.
    for (const start of [0, 8, 16, 24]) {
      const quarters = new Set(digests.map((text) => text.slice(start, start + 8)));
      expect(digests.length - quarters.size).toBeLessThan(15);
    }
    const changed = digests.slice(1, 2_000).map((text, index) => countBits(text, digests[index] ?? ''));
    expect(Math.min(...changed)).toBeGreaterThan(30);
  });
});

/** Number of bits in which two digests differ. */
function countBits(a: string, b: string): number {
  const bits = (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2);
  return bits.replaceAll('0', '').length;
}
