import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renameDocument, compileRename } from '#shared/migration/rename-fields.ts';
import { AT_FIRST, NO_FIND, toRenameSpec, type Choices } from './choices.ts';
import { previewRenames, toFieldSteps } from './preview-renames.ts';

const PATHS = ['name', 'lines', 'lines[].price', 'lines[].cost', 'lines[].net\\.price', 'priced'];

function preview(some: Partial<Choices>) {
  const { fields, ...counts } = previewRenames(
    PATHS.map(toFieldSteps),
    toRenameSpec({ ...AT_FIRST, ...some }),
  );
  const changed = [...fields].flatMap(([path, { to, meets }]) =>
    to === undefined ? [] : [[path, to, meets]],
  );
  return { changed, ...counts };
}

test('[R-MIG-06] a find and replace changes matching field names at every depth, and nothing else', () => {
  const finds = [{ ...NO_FIND, find: 'price', replace: 'amount' }];
  expect(preview({ finds })).toMatchObject({
    changed: [
      ['lines[].price', 'amount', []],
      ['lines[].net\\.price', 'net.amount', []],
      ['priced', 'amountd', []],
    ],
    renamed: 3,
    collisions: 0,
  });
  expect(preview({ finds: [{ ...finds[0]!, isWord: true }] }).changed).toHaveLength(2);
  expect(preview({ finds: [{ ...finds[0]!, path: 'lines[]' }] }).changed).toHaveLength(2);
  expect(
    preview({ finds: [{ ...finds[0]!, find: '^pr(.*)', replace: '$1', isRegex: true }] }).changed,
  ).toEqual([
    ['lines[].price', 'ice', []],
    ['priced', 'iced', []],
  ]);
});

test('[R-MIG-06] a new name that collides with a sibling field is reported, with that field', () => {
  expect(preview({ names: { 'lines[].price': 'cost' } })).toMatchObject({
    changed: [['lines[].price', 'cost', ['lines[].cost']]],
    collisions: 1,
  });
});

test('[R-MIG-06] two fields can swap names', () => {
  expect(preview({ names: { 'lines[].price': 'cost', 'lines[].cost': 'price' } })).toMatchObject({
    renamed: 2,
    collisions: 0,
  });
});

test('[R-MIG-06] array entries have no name; only the array’s name changes', () => {
  const spec = toRenameSpec({ ...AT_FIRST, finds: [{ ...NO_FIND, find: 'tag', replace: 'label' }] });
  const { fields, ...counts } = previewRenames(['price', 'tags', 'tags[]'].map(toFieldSteps), spec);
  expect(fields.get('tags')?.to).toBe('labels');
  expect(fields.get('tags[]')).toEqual({ meets: [] });
  expect(counts).toMatchObject({ renamed: 1, collisions: 0, problems: 0 });
});

test('[R-MIG-06] an invalid rule names its form field, and a forbidden field name is reported', () => {
  expect(preview({ finds: [{ ...NO_FIND, find: '(', isRegex: true }] }).fault?.path).toBe('rules[0].find');
  expect(preview({ finds: [{ ...NO_FIND, find: 'name', replace: 'a/b' }] }).problems).toBe(1);
  expect(preview({}).renamed).toBe(0);
});

test('[R-MIG-06] the preview matches the server’s result for a document with all fields', () => {
  const name = fc.constantFrom('a', 'b', 'ab', 'ba', 'aa');
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.oneof(fc.constant(1), fc.dictionary(name, fc.constant(1))), {
        noNullPrototype: true,
      }),
      fc.constantFrom('a', 'b', 'ab'),
      fc.constantFrom('a', 'b', 'x'),
      (document, find, replace) => {
        const spec = toRenameSpec({
          ...AT_FIRST,
          onCollision: 'suffix',
          finds: [{ ...NO_FIND, find, replace }],
        });
        const paths = Object.entries(document).flatMap(([field, inner]) =>
          typeof inner === 'object'
            ? [field, ...Object.keys(inner).map((key) => `${field}.${key}`)]
            : [field],
        );
        const { renamed, collisions, problems } = previewRenames(paths.map(toFieldSteps), spec);
        const done = renameDocument(compileRename(spec!), document);
        if (problems > 0) expect(done.problems.length).toBeGreaterThan(0);
        else {
          expect(done.renamed).toHaveLength(renamed);
          expect(collisions > 0).toBe(done.collisions > 0);
        }
      },
    ),
  );
});
