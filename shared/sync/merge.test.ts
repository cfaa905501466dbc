import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { mergeLater, mergeDocuments, type MergeResult } from '#shared/sync/merge.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import { SEED } from '../../tests/support/seed.ts';

const state = (fields: object, writeId = 'w'): WireDocument => ({ FBUID: 'a', ...fields, writeId });
const gone = (fields: object = {}): WireDocument => ({ ...state(fields), _deleted: true });

/** The merged content without the FBUID; `undefined` unless the outcome is `merged`. */
function toMerged(result: MergeResult): object | undefined {
  if (result.outcome !== 'merged') return undefined;
  const { FBUID: _id, ...fields } = result.content;
  return fields;
}
const conflictsOf = (result: MergeResult) => ('conflicts' in result ? result.conflicts : []);

describe('merging fields', () => {
  it('[CF1] a field that one side changed, added or removed takes that side’s value', () => {
    const base = state({ name: 'Ada', phone: '1', company: 'X', note: 'n' });
    const mine = state({ name: 'Ada B', phone: '1', company: 'X', email: 'a@b' });
    const theirs = state({ name: 'Ada', phone: '2', note: 'n', fax: '3' });
    const result = mergeDocuments(base, mine, theirs);
    expect(toMerged(result)).toEqual({ name: 'Ada B', phone: '2', email: 'a@b', fax: '3' });
    expect(conflictsOf(result)).toEqual([]);
  });

  it('[CF1] a field that both sides changed keeps the server’s value, and both values are reported', () => {
    const result = mergeDocuments(state({ a: 1, b: 1 }), state({ a: 2, b: 2 }), state({ a: 3, b: 1 }));
    expect(toMerged(result)).toEqual({ a: 3, b: 2 });
    expect(conflictsOf(result)).toEqual([{ field: 'a', mine: 2, theirs: 3 }]);
    const cleared = mergeDocuments(state({ a: 1 }), state({}), state({ a: 3 }));
    expect(cleared).toEqual({ outcome: 'theirs', conflicts: [{ field: 'a', mine: undefined, theirs: 3 }] });
  });

  it('[CF1] the same change on both sides is no conflict', () => {
    expect(mergeDocuments(state({ a: 1 }), state({ a: 2 }, 'm'), state({ a: 2 }, 't'))).toEqual({
      outcome: 'theirs',
      conflicts: [],
    });
  });

  it('[CF1] without a base, every field with different values is a conflict', () => {
    const result = mergeDocuments(undefined, state({ a: 1, b: 1, c: 1 }), state({ a: 1, b: 2 }));
    expect(toMerged(result)).toEqual({ a: 1, b: 2, c: 1 });
    expect(conflictsOf(result)).toEqual([{ field: 'b', mine: 1, theirs: 2 }]);
  });
});

describe('merging lists', () => {
  const merge = (base: unknown, mine: unknown, theirs: unknown) => {
    const result = mergeDocuments(state({ list: base }), state({ list: mine }), state({ list: theirs }));
    const merged = toMerged(result) as { list: unknown } | undefined;
    return { list: merged ? merged.list : theirs, isConflict: conflictsOf(result).length > 0 };
  };

  it.each([
    ['edits of different entries both stay', [1, 2, 3], [9, 2, 3], [1, 2, 8], [9, 2, 8], false],
    ['edits of the same entry conflict, and the server’s stays', [1, 2], [9, 3], [8, 2], [8, 3], true],
    ['my new entry and their edit both stay', [1, 2], [1, 2, 3], [9, 2], [9, 2, 3], false],
    ['their new entry and my edit both stay', [1, 2], [9, 2], [1, 2, 3], [9, 2, 3], false],
    ['their removal and my edit of a remaining entry both stay', [1, 2, 3], [9, 2, 3], [1, 2], [9, 2], false],
    ['their removal of an entry I edited is a conflict', [1, 2], [1, 9], [1], [1], true],
    ['my removal of an entry they edited is a conflict', [1, 2], [1], [1, 9], [1, 9], true],
    ['new lengths on both sides make the whole list a conflict', [1], [1, 2], [1, 3], [1, 3], true],
    ['a list and a text conflict', [1], 'x', [2], [2], true],
  ])('[CF2] %s', (_title, base: unknown, mine: unknown, theirs: unknown, list, isConflict) => {
    expect(merge(base, mine, theirs)).toEqual({ list, isConflict });
  });

  it('[CF1] [CF2] both lists of a conflict have what only one side changed', () => {
    const result = mergeDocuments(
      state({ list: [1, 2, 3] }),
      state({ list: [10, 20, 3] }),
      state({ list: [1, 200, 300] }),
    );
    expect(conflictsOf(result)).toEqual([{ field: 'list', mine: [10, 20, 300], theirs: [10, 200, 300] }]);
  });
});

describe('merging lists whose entries have ids', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const merge = (base: object[] | undefined, mine: object[], theirs: object[]) => {
    const from = base && state({ list: base });
    const result = mergeDocuments(from, state({ list: mine }), state({ list: theirs }));
    return { list: toMerged(result) ?? { list: theirs }, isConflict: conflictsOf(result).length > 0 };
  };

  it.each([
    ['entries that both sides added stay, mine last', [a], [a, b], [a, c], [a, c, b], false],
    ['entries of two creations stay', undefined, [b], [c], [c, b], false],
    [
      'an entry that one side removed goes, though both changed the length',
      [a, b],
      [b],
      [a, b, c],
      [b, c],
      false,
    ],
    [
      'edits of one entry conflict',
      [a],
      [{ id: 'a', x: 1 }],
      [{ id: 'a', x: 2 }, b],
      [{ id: 'a', x: 2 }, b],
      true,
    ],
  ])('[CF2] %s', (_title, base, mine, theirs, list, isConflict) => {
    expect(merge(base, mine, theirs)).toEqual({ list: { list }, isConflict });
  });

  const part = (name: string, quantity: number) => ({ name, quantity });
  const parts = [part('Light', 2), part('Motor', 8)];

  it('[CF2] entries with unique names merge by name: only the entries that both changed conflict', () => {
    expect(merge(parts, [...parts, part('Speaker', 1)], [part('Light', 2), part('Motor', 44)])).toEqual({
      list: { list: [part('Light', 2), part('Motor', 44), part('Speaker', 1)] },
      isConflict: false,
    });
    expect(merge(parts, [part('Motor', 8)], [part('Light', 2), part('Motor', 6)])).toEqual({
      list: { list: [part('Motor', 6)] },
      isConflict: false,
    });
    const both = mergeDocuments(
      state({ list: parts }),
      state({ list: [part('Light', 30), part('Motor', 8), part('Speaker', 1)] }),
      state({ list: [part('Light', 5), part('Motor', 44)] }),
    );
    const others = [part('Motor', 44), part('Speaker', 1)];
    const [conflict] = conflictsOf(both);
    expect(new Set(conflict?.mine as object[])).toEqual(new Set([part('Light', 30), ...others]));
    expect(new Set(conflict?.theirs as object[])).toEqual(new Set([part('Light', 5), ...others]));
  });

  it('[CF1] of two creations, the server’s time of creation stays', () => {
    const [mine, theirs] = ['2026-01-02', '2026-01-01'].map((createdAt) => state({ createdAt }));
    expect(mergeDocuments(undefined, mine as WireDocument, theirs as WireDocument)).toEqual({
      outcome: 'theirs',
      conflicts: [],
    });
  });
});

describe('merging deletes', () => {
  const base = state({ a: 1 });

  it('[CF3] a delete wins over an edit, and my edit is kept for the user', () => {
    expect(mergeDocuments(base, state({ a: 2 }), gone({ a: 1 }))).toEqual({
      outcome: 'deleted-there',
      mine: { FBUID: 'a', a: 2 },
    });
    expect(mergeDocuments(base, gone({ a: 1 }), state({ a: 2 }))).toEqual({ outcome: 'delete' });
    expect(mergeDocuments(base, gone({ a: 1 }), gone({ a: 2 }))).toEqual({
      outcome: 'theirs',
      conflicts: [],
    });
  });

  it('[CF3] if I changed nothing, the server’s delete or restore is taken without a conflict', () => {
    expect(mergeDocuments(base, base, gone({ a: 1 }))).toEqual({ outcome: 'theirs', conflicts: [] });
    expect(mergeDocuments(gone(), gone(), state({ a: 1 }))).toEqual({ outcome: 'theirs', conflicts: [] });
  });
});

const fieldName = fc.constantFrom('a', 'b', 'list', '__proto__', 'constructor', 'toString', 'length');
const fields = fc
  .uniqueArray(fc.tuple(fieldName, fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom('x', 'y') })), {
    selector: ([name]) => name,
  })
  .map((entries): Record<string, unknown> => Object.fromEntries(entries));
const living = fields.map((content) => ({ ...content, FBUID: 'a', writeId: 'w' }) as WireDocument);
const document = fc.oneof(
  { weight: 4, arbitrary: living },
  { weight: 1, arbitrary: living.map((one): WireDocument => ({ ...one, _deleted: true })) },
);

describe('merge properties', () => {
  const law = (property: fc.IProperty<[WireDocument, WireDocument, WireDocument]>) =>
    fc.assert(property, { seed: SEED, numRuns: 300 });

  it('[CF4] any three documents merge, always with the same result, and are not modified', () => {
    law(
      fc.property(document, document, document, (base, mine, theirs) => {
        const before = structuredClone([base, mine, theirs]);
        const result = mergeDocuments(base, mine, theirs);
        expect(mergeDocuments(base, mine, theirs)).toEqual(result);
        expect(isJsonEqual([base, mine, theirs], before)).toBe(true);
        expect(['theirs', 'merged', 'delete', 'deleted-there']).toContain(result.outcome);
        expect(Object.getPrototypeOf(result.outcome === 'merged' ? result.content : {})).toBe(
          Object.prototype,
        );
        expect(mergeDocuments(undefined, mine, theirs).outcome).toMatch(/\w/);
      }),
    );
  });

  it('[CF1] [CF4] if I changed nothing, theirs is taken; if they changed nothing, mine is kept', () => {
    law(
      fc.property(living, living, document, (base, mine, theirs) => {
        expect(mergeDocuments(base, base, theirs)).toEqual({ outcome: 'theirs', conflicts: [] });
        const kept = mergeDocuments(base, mine, base);
        expect(conflictsOf(kept)).toEqual([]);
        const content = kept.outcome === 'merged' ? kept.content : toContent(base);
        expect(isJsonEqual(content, toContent(mine))).toBe(true);
      }),
    );
  });

  it('[CF1] edits of different fields both survive, in either order', () => {
    const edits = fc.dictionary(fc.constantFrom('p', 'q', 'r'), fc.integer());
    fc.assert(
      fc.property(living, edits, edits, (base, first, second) => {
        const mine = { ...base, ...first };
        const others = Object.entries(second).map(([name, value]) => [`their ${name}`, value]);
        const theirs = { ...base, ...(Object.fromEntries(others) as object) };
        const expected = toContent({ ...theirs, ...mine });
        for (const result of [mergeDocuments(base, mine, theirs), mergeDocuments(base, theirs, mine)]) {
          expect(conflictsOf(result)).toEqual([]);
          const content = result.outcome === 'merged' ? result.content : undefined;
          expect(isJsonEqual(content ?? expected, expected)).toBe(true);
        }
      }),
      { seed: SEED },
    );
  });

  it('[CF1] each of my changes is in the result or reported as a conflict', () => {
    law(
      fc.property(living, living, living, (base, mine, theirs) => {
        const result = mergeDocuments(base, mine, theirs);
        const reported = new Set(conflictsOf(result).map(({ field }) => field));
        const content = result.outcome === 'merged' ? result.content : toContent(theirs);
        for (const [field, value] of Object.entries(toContent(mine))) {
          if (reported.has(field) || Array.isArray(value)) continue;
          const was = Object.hasOwn(base, field) ? base[field] : undefined;
          const is = Object.hasOwn(content, field) ? content[field] : undefined;
          if (!isJsonEqual(was, value)) expect(isJsonEqual(is, value), field).toBe(true);
        }
      }),
    );
  });
});

describe('merging what a person has made into a document with changes that wait', () => {
  const QUANTITIES = [0, 1, 2, 3];
  const toFields = (quantity: number) => ({
    field: quantity,
    // Without an entry for none.
    lines: [{ name: 'Light', quantity: 9 }, ...(quantity === 0 ? [] : [{ name: 'Motor', quantity }])],
  });
  const all = QUANTITIES.flatMap((base) =>
    QUANTITIES.flatMap((mine) =>
      QUANTITIES.flatMap((now) => QUANTITIES.map((sent) => [base, mine, now, sent] as const)),
    ),
  );

  it('[CF1] [CF2] each field and entry has what was changed last here, or else what others have changed', () => {
    for (const [base, mine, now, sent] of all) {
      const merged = mergeLater(toFields(base), toFields(mine), { now: toFields(now), sent: toFields(sent) });
      const isOwn = now !== sent;
      const areBoth = mine !== base && now !== base && mine !== now;
      const expected = mine === base || (areBoth && !isOwn) ? now : mine;
      const what = JSON.stringify({ base, mine, now, sent });
      const { field, lines } = merged.content as ReturnType<typeof toFields>;
      const motor = lines.find(({ name }) => name === 'Motor')?.quantity ?? 0;
      expect([field, motor], what).toEqual([expected, expected]);
      const asked = areBoth && !isOwn ? ['field', 'lines'] : [];
      expect(merged.conflicts.map((one) => one.field).toSorted(), what).toEqual(asked);
    }
  });

  it('[CF1] [CF2] in one list, own and others’ changes are told apart', () => {
    const toLines = (goggles: number, motor: number) => ({
      lines: [
        { name: 'Goggles', quantity: goggles },
        { name: 'Motor', quantity: motor },
      ],
    });
    const merged = mergeLater(toLines(2, 2), toLines(20, 9), { now: toLines(5, 7), sent: toLines(5, 2) });
    expect(merged.content).toEqual(toLines(5, 9));
    expect(merged.conflicts).toEqual([
      { field: 'lines', mine: toLines(20, 9).lines, theirs: toLines(5, 9).lines },
    ]);
  });
});
