import { describe, expect, it } from 'vitest';
import { compileRename, renameDocument } from '#shared/migration/rename-fields.ts';
import type { CollisionChoice, RenameRule, RenameSpec } from '#shared/migration/rename-spec.ts';

type Fields = Record<string, unknown>;

const map = (from: string, to: string): RenameRule => ({ kind: 'map', from, to });
const find = (text: string, replace: string, more: object = {}): RenameRule => ({
  kind: 'find',
  find: text,
  replace,
  ...more,
});
const spec = (rules: RenameRule[], onCollision: CollisionChoice = 'error'): RenameSpec => ({
  rules,
  onCollision,
});
const rename = (document: Fields, rules: RenameRule[], onCollision?: CollisionChoice) =>
  renameDocument(compileRename(spec(rules, onCollision)), document);
/** JSON text, because the order of fields matters. */
const renamedText = (text: string, rules: RenameRule[], onCollision?: CollisionChoice) =>
  JSON.stringify(rename(JSON.parse(text) as Fields, rules, onCollision).document);

describe('renaming fields', () => {
  it.each([
    ['at the top', [map('a', 'x')], '{"a":1,"b":2}', '{"x":1,"b":2}'],
    ['in objects', [map('a.b', 'x')], '{"b":0,"a":{"b":1,"c":2}}', '{"b":0,"a":{"x":1,"c":2}}'],
    [
      'in entries of arrays',
      [map('a[].b', 'x')],
      '{"a":[{"b":1},{"c":[{"b":0}]},2]}',
      '{"a":[{"x":1},{"c":[{"b":0}]},2]}',
    ],
    [
      'with dots in their names',
      [map('a\\.b.c\\\\d', 'x\\.y')],
      '{"a.b":{"c\\\\d":1},"a":1}',
      '{"a.b":{"x.y":1},"a":1}',
    ],
    ['that swap names', [map('a', 'b'), map('b', 'a')], '{"a":1,"b":2}', '{"b":1,"a":2}'],
    [
      'in a cycle',
      [map('a', 'b'), map('b', 'c'), map('c', 'a')],
      '{"a":1,"c":3,"b":2}',
      '{"b":1,"a":3,"c":2}',
    ],
    [
      'at a parent and its child',
      [map('a', 'b'), map('a.b', 'c')],
      '{"a":{"b":1},"d":1}',
      '{"b":{"c":1},"d":1}',
    ],
    [
      'by a text anywhere in their names',
      [find('price', 'cost')],
      '{"price":"price","priced":{"prices":[{"_price":1}]}}',
      '{"cost":"price","costd":{"costs":[{"_cost":1}]}}',
    ],
    [
      'by a whole word in their names',
      [find('price', 'cost', { word: true })],
      '{"net_price":1,"netPrice":2,"priced":3,"NET_PRICE":4,"PriceHTML":5,"reprice":6,"price2":7,"HTMLPrice":8}',
      '{"net_cost":1,"netCost":2,"priced":3,"NET_COST":4,"CostHTML":5,"reprice":6,"cost2":7,"HTMLCost":8}',
    ],
    [
      'by a regular expression',
      [find('^(\\w+?)_(?<last>\\w+)$', '$<last>.$1$$', { regex: true })],
      '{"net_price":1}',
      '{"price.net$":1}',
    ],
    [
      'by whole words of a regular expression',
      [find('pri[a-z]e', '$&2', { regex: true, word: true })],
      '{"price":1,"pricey":2}',
      '{"price2":1,"pricey":2}',
    ],
    [
      'by an expression that matches characters outside the basic plane',
      [find('(🚁|\\p{Lu})(.)', '$2$1', { regex: true }), find('^\\u{65E5}', 'x', { regex: true })],
      '{"a🚁b🛩":1,"ÄöB🚁":2,"日本":3}',
      '{"ab🚁🛩":1,"öÄ🚁B":2,"x本":3}',
    ],
    [
      'by an expression with groups that may be missing',
      [find('(a)|(?<second>b)|c', '[$1$<second>$&$9$<none>]'.replaceAll(/[[\]]/g, '-'), { regex: true })],
      '{"abc":1}',
      '{"-aa--bb--c-":1}',
    ],
    [
      'by an expression that matches nothing, everywhere',
      [find('x*', '-', { regex: true })],
      '{"aX":1}',
      '{"-a-X-":1}',
    ],
    ['to names with literal dollar signs', [find('a', '$&$1')], '{"a":1}', '{"$&$1":1}'],
    [
      'below a path only',
      [find('a', 'x', { path: 'in[].to' })],
      '{"a":1,"in":[{"a":1,"to":{"a":[{"a":1}]}}]}',
      '{"a":1,"in":[{"a":1,"to":{"x":[{"x":1}]}}]}',
    ],
    [
      'below a path and in its arrays',
      [find('a', 'x', { path: 'in' })],
      '{"a":1,"in":[{"a":1}]}',
      '{"a":1,"in":[{"x":1}]}',
    ],
    [
      'by the first rule that matches',
      [map('net', 'a'), find('net', 'b'), find('n', 'c')],
      '{"net":1,"in":{"net":1,"n":2}}',
      '{"a":1,"ic":{"b":1,"c":2}}',
    ],
    [
      'with characters outside the basic plane',
      [find('🚁', '🛩'), map('日本', '𝒳')],
      '{"🚁a":1,"日本":2}',
      '{"🛩a":1,"𝒳":2}',
    ],
  ])('[R-MIG-06] renames fields %s', (_what, rules, before, after) => {
    expect(renamedText(before, rules)).toBe(after);
  });

  it('[R-MIG-06] a document without a matching name is returned as the same object', () => {
    const document = { a: [{ b: 'old' }], old2: null };
    const { document: same, renamed } = rename(document, [map('old', 'new'), map('a.b', 'c')]);
    expect(same).toBe(document);
    expect(renamed).toEqual([]);
  });

  it('[R-MIG-06] reports each renamed path once, in the form a rule accepts', () => {
    const { renamed } = rename({ 'a.b': [{ old: 1 }, { old: 2 }], old: 3 }, [find('old', 'new')]);
    expect(renamed).toEqual([
      { path: 'a\\.b[].old', to: 'new' },
      { path: 'old', to: 'new' },
    ]);
    const again = rename({ 'a.b': [{ old: 1 }] }, [map(renamed[0]?.path ?? '', 'new')]);
    expect(again.document).toEqual({ 'a.b': [{ new: 1 }] });
  });

  it('[R-MIG-06] server fields keep their names, but nested fields with these names don’t', () => {
    const own = { FBUID: 'a', createdAt: 'b', writeId: 'c', sync: {}, _deleted: false };
    const { document } = rename({ ...own, in: own }, [find('(.+)', 'x_$1', { regex: true })]);
    const renamed = { x_FBUID: 'a', x_createdAt: 'b', x_writeId: 'c', x_sync: {}, x__deleted: false };
    expect(document).toEqual({ ...own, x_in: renamed });
  });

  it('[R-MIG-06] a name like 12 moves to the front, and the reordering is reported', () => {
    const isReordered = (document: Fields, from: string, to: string) =>
      rename(document, [map(from, to)]).isReordered;
    expect(renamedText('{"a":1,"b":2}', [map('b', '12')])).toBe('{"12":2,"a":1}');
    expect(isReordered({ a: 1, b: 2 }, 'b', '12')).toBe(true);
    expect(isReordered({ a: 1, b: 2 }, 'a', '12')).toBe(false);
    expect(isReordered({ 12: 1, b: 2 }, '12', 'a')).toBe(false);
    expect(isReordered({ 3: 1, b: 2, c: 4 }, 'b', '012')).toBe(false);
  });
});

describe('two fields with the same new name', () => {
  const both = { first: 1, target: 2, second: 3, target_2: 4 };
  const rules = [map('first', 'target'), map('second', 'target')];

  it.each([
    ['keep-target', '{"target":2,"target_2":4}', 2],
    ['keep-source', '{"target":3,"target_2":4}', 2],
    ['suffix', '{"target_3":1,"target":2,"target_4":3,"target_2":4}', 0],
    ['error', JSON.stringify(both), 0],
    ['skip-doc', JSON.stringify(both), 0],
  ] as const)('[R-MIG-06] %s results in %s and drops %i values', (choice, text, lost) => {
    const renamed = rename({ ...both }, rules, choice);
    expect(JSON.stringify(renamed.document)).toBe(text);
    expect(renamed).toMatchObject({ collisions: 2, lost });
    const isRefused = choice === 'error' || choice === 'skip-doc';
    expect(renamed.problems.map(({ code, path }) => `${code} ${path}`)).toEqual(
      isRefused ? ['collision first', 'collision second'] : [],
    );
  });

  it('[R-MIG-06] if no field has the name yet, the first renamed field holds it', () => {
    const document = { a: 1, b: 2, c: 3 };
    const toX = [map('a', 'x'), map('b', 'x')];
    expect(rename(document, toX, 'keep-target').document).toEqual({ x: 1, c: 3 });
    expect(rename(document, toX, 'keep-source').document).toEqual({ x: 2, c: 3 });
    expect(rename(document, toX, 'suffix').document).toEqual({ x: 1, x_2: 2, c: 3 });
  });

  it('[R-MIG-06] a name that is renamed away causes no collision', () => {
    expect(rename({ a: 1, b: 2 }, [map('a', 'b'), map('b', 'c')]).document).toEqual({ b: 1, c: 2 });
  });

  it('[R-MIG-06] the problem’s path includes array indexes', () => {
    const { problems } = rename({ lines: [{}, { old: 1, new: 2 }] }, [map('lines[].old', 'new')]);
    expect(problems).toEqual([
      { code: 'collision', path: 'lines[1].old', message: 'There is a field "new" beside it already.' },
    ]);
  });
});

describe('an invalid new name', () => {
  it.each([
    ['__proto__', find('^x', '__proto__', { regex: true }), 'reserved-field-name'],
    ['__a__', find('x', '__a__'), 'reserved-field-name'],
    ['an empty name', find('x', ''), 'empty-field-name'],
    ['a name with a slash', find('x', 'a/b'), 'forbidden-character'],
    ['a lone surrogate', find('x', '\ud83d'), 'lone-surrogate'],
    ['a server field', find('x', 'FBUID'), 'server-field'],
    ['a name of 1501 characters', find('x', 'y'.repeat(1_501)), 'name-too-long'],
  ] as const)('[R-MIG-06] %s is reported, and the document stays unchanged', (_what, rule, code) => {
    const document = { x: 1 };
    const { document: after, problems } = rename(document, [rule]);
    expect(problems.map((problem) => [problem.code, problem.path])).toEqual([[code, 'x']]);
    expect(after).toBe(document);
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
  });

  it('[R-MIG-06] an existing field `__proto__` stays a field and pollutes no prototype', () => {
    const text = '{"old":1,"__proto__":{"old":2},"in":{"__proto__":3,"old":4}}';
    const after = renamedText(text, [find('old', 'new')]);
    expect(after).toBe('{"new":1,"__proto__":{"new":2},"in":{"__proto__":3,"new":4}}');
    expect(({} as Fields)['new']).toBeUndefined();
  });

  it('[R-MIG-06] a name above 100 characters isn’t matched against a regular expression', () => {
    const long = { ['n'.repeat(101)]: 1 };
    expect(rename(long, [find('n', 'm', { regex: true })]).problems).toMatchObject([
      { code: 'name-too-long' },
    ]);
    expect(rename(long, [find('m', 'n')]).problems).toEqual([]);
  });
});
