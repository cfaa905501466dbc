import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRename, renameDocument } from '#shared/migration/rename-fields.ts';
import type { CollisionChoice, RenameRule } from '#shared/migration/rename-spec.ts';
import { SEED } from '../../tests/support/seed.ts';

type Fields = Record<string, unknown>;

const map = (from: string, to: string): RenameRule => ({ kind: 'map', from, to });
const find = (text: string, replace: string, more: object = {}): RenameRule => ({
  kind: 'find',
  find: text,
  replace,
  ...more,
});
const rename = (document: Fields, rules: RenameRule[], onCollision: CollisionChoice = 'error') =>
  renameDocument(compileRename({ rules, onCollision }), document);

const name = fc.constantFrom('a', 'b', 'c', 'net_price', 'price', '7', 'x.y', '🚁', '日本');
const { object: documents } = fc.letrec<{ object: Fields; value: unknown }>((tie) => ({
  object: fc.dictionary(name, tie('value'), { maxKeys: 6 }),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    fc.oneof(fc.integer(), name, fc.constant(null), fc.boolean()),
    tie('object'),
    fc.array(fc.oneof(fc.integer(), tie('object')), { maxLength: 3 }),
  ),
}));

/** All values that aren't objects or arrays, in order. */
function leaves(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leaves);
}

describe('renaming any document', () => {
  const swap = [
    find('^a$', 'b', { regex: true }),
    find('^b$', 'a', { regex: true }),
    find('^price$', '🚁', { regex: true }),
    find('^🚁$', 'price', { regex: true }),
  ];

  it('[R-MIG-06] swapping names twice restores the document, and values keep their order', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const before = JSON.stringify(document);
        const once = rename(document, swap).document;
        expect(JSON.stringify(document)).toBe(before);
        expect(JSON.stringify(rename(once as Fields, swap).document)).toBe(before);
        expect(leaves(once)).toEqual(leaves(document));
      }),
      { seed: SEED },
    );
  });

  it('[R-MIG-06] counts every lost value, whatever the rules', () => {
    const rule = fc.oneof(
      fc.tuple(name, name).map(([from, to]) => find(from, to)),
      fc.tuple(name, name).map(([from, to]) => find(from, to, { word: true })),
      fc.uniqueArray(name, { minLength: 3, maxLength: 3 }).map(([a, b, c]) => {
        const escaped = (text = '') => text.replaceAll('.', '\\.');
        return map(`${escaped(a)}[].${escaped(b)}`, escaped(c));
      }),
    );
    const rules = fc.uniqueArray(rule, {
      minLength: 1,
      maxLength: 4,
      selector: (one) => JSON.stringify(one),
    });
    const choice = fc.constantFrom<CollisionChoice>(
      'error',
      'skip-doc',
      'keep-target',
      'keep-source',
      'suffix',
    );
    fc.assert(
      fc.property(documents, rules, choice, (document, some, onCollision) => {
        const sources = some.map((one) => (one.kind === 'map' ? one.from : one.find));
        fc.pre(new Set(sources).size === sources.length);
        const {
          document: after,
          problems,
          collisions,
          lost,
          isReordered,
        } = rename(document, some, onCollision);
        const [all, left] = [leaves(document), leaves(after)];
        if (problems.length > 0) expect(after).toBe(document);
        if (lost === 0) {
          const sorted = (values: unknown[]) => values.map(String).sort();
          expect(sorted(left)).toEqual(sorted(all));
          if (!isReordered) expect(left).toEqual(all);
        } else {
          expect(collisions).toBeGreaterThanOrEqual(1);
          expect(onCollision).toMatch(/^keep-/);
        }
        expect(JSON.parse(JSON.stringify(after))).toEqual(after);
      }),
      { seed: SEED },
    );
  });
});
