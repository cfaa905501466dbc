import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '#cli/formats/json-documents.ts';
import { createImportCheck } from '#shared/import/import-check.ts';
import type { PlainDocument } from '#shared/import/plain-document.ts';
import { unwrapDocument } from '#shared/import/unwrap-document.ts';
import { findUtf8Document } from './utf8-document.ts';

/** What reading and checking makes of a line. */
function readAndCheck(bytes: Buffer) {
  const parsed = parseText({ kind: 'text', bytes, line: 1, column: 1, byte: 0, isCut: false });
  const unwrapped = parsed && unwrapDocument(parsed);
  if (unwrapped?.kind !== 'document') return undefined;
  const check = createImportCheck({ collection: 'notes', createdAt: '', createId: () => 'new' });
  const checked = check.check(unwrapped.source);
  if (checked.kind !== 'ready') return undefined;
  const told = [...check.notices(), ...check.leftOut()];
  return { id: checked.id, text: JSON.stringify(checked.document), told };
}

function toText({ id, json }: PlainDocument) {
  return { id, text: Buffer.from(json).toString('utf8') };
}

const PLAIN_NAMES = [
  'a',
  'b',
  'text',
  'FBUID',
  'latitude',
  'longitude',
  'coordinates',
  'type',
  'größe',
  'x y',
];
const OTHER_NAMES = [
  '',
  '1',
  '$oid',
  '_id',
  '__proto__',
  '__id__',
  'a*',
  'sync',
  'writeId',
  'readTime',
  '\ud800',
];

const number = fc.oneof(
  fc.integer({ min: -300, max: 300 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constant(1e21),
);
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }), fc.string());

const usual = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }).filter((value) => !/e|^-?0$/.test(String(value))),
  fc.integer(),
  fc.string({ unit: 'grapheme' }).map((graphemes) => `${graphemes} "\\n\\t\\\\`),
);

function documentsWith(
  names: readonly string[],
  leaf: fc.Arbitrary<unknown> = fc.oneof(number, text),
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const { object } = fc.letrec((tie) => ({
    object: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
    array: fc.array(tie('value'), { maxLength: 4 }),
    value: fc.oneof(
      { withCrossShrink: true },
      leaf,
      fc.boolean(),
      fc.constant(null),
      tie('array'),
      tie('object'),
    ),
  }));
  const id = fc.constantFrom('a', 'record-1', 'ä', 'a/b', '..', 'pull', 'a"b', '');
  return fc
    .tuple(object as fc.Arbitrary<Record<string, unknown>>, id, fc.boolean())
    .map(([fields, FBUID, isFirst]) => {
      const { FBUID: _other, ...others } = fields;
      return isFirst ? { FBUID, ...others } : { ...others, FBUID };
    });
}

const bytes = fc.oneof(
  fc.constantFrom(...Buffer.from('{}[]",:\\/u019eE+-. \t\r\ntfn~_$')),
  fc.integer({ min: 0, max: 255 }),
);
const change = fc.record({
  at: fc.nat(),
  without: fc.nat({ max: 3 }),
  insert: fc.array(bytes, { maxLength: 2 }),
});

/** Lines that are right, nearly right, and others. */
const lines = fc
  .tuple(documentsWith([...PLAIN_NAMES, ...OTHER_NAMES]), fc.array(change, { maxLength: 2 }))
  .map(([document, changes]) =>
    changes.reduce(
      (line, { at, without, insert }) => {
        const start = at % (line.length + 1);
        return Buffer.concat([line.subarray(0, start), Buffer.from(insert), line.subarray(start + without)]);
      },
      Buffer.from(JSON.stringify(document)),
    ),
  );

describe('a document that needs no closer look', () => {
  it('[R-MIG-05] is one that keeps every rule and goes as it stands', () => {
    let found = 0;
    fc.assert(
      fc.property(lines, (line) => {
        const plain = findUtf8Document(line);
        if (!plain) return;
        found += 1;
        expect(readAndCheck(line)).toEqual({ ...toText(plain), told: [] });
      }),
      { numRuns: 20_000 },
    );
    expect(found).toBeGreaterThan(500);
  });

  it('[R-MIG-05] is every one of letters, usual escapes and numbers without a power of ten', () => {
    fc.assert(
      fc.property(documentsWith(['a', 'b', 'longName7', 'größe', 'x y', '名前'], usual), (document) => {
        const line = Buffer.from(JSON.stringify({ ...document, FBUID: 'record-1' }));
        if (readAndCheck(line) === undefined) return;
        expect(findUtf8Document(line)?.id, line.toString('utf8')).toBe('record-1');
      }),
      { numRuns: 2_000 },
    );
  });

  it('[R-MIG-05] is one with space between its parts too, which it goes without', () => {
    const space = fc.constantFrom('', ' ', '\n  ', '\t', '\r\n');
    fc.assert(
      fc.property(documentsWith(['a', 'b', 'x y'], usual), fc.infiniteStream(space), (document, spaces) => {
        const text = JSON.stringify({ ...document, FBUID: 'record-1' });
        if (readAndCheck(Buffer.from(text)) === undefined) return;
        const parts = text.split(/("(?:[^"\\]|\\.)*"|[{}[\]:,])/);
        const spaced = parts
          .map((part) => part && `${spaces.next().value}${part}${spaces.next().value}`)
          .join('');
        const plain = findUtf8Document(Buffer.from(spaced));
        expect(plain && toText(plain), spaced).toEqual({ id: 'record-1', text });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '{"FBUID":"a"}',
    '{"FBUID":"a","n":[0,-1,1.5,0.05,123456789012345,1234567.8901234567],"o":{},"l":[]}',
    '{"FBUID":"größe","text":"tab \\t, quote \\", backslash \\\\, ünï 😀"}',
    '{"place":{"latitude":-90,"longitude":179.5},"FBUID":"a"}',
    '{"FBUID":"a","geo":{"type":"Point","coordinates":[151.2,-33.8,400]}}',
    '{"FBUID":"a","other":{"FBUID":7},"same":{"FBUID":8}}',
    `{"FBUID":"a","deep":${'{"a":'.repeat(18)}{}${'}'.repeat(18)}}`,
  ])('[R-MIG-05] is %s', (line) => {
    const plain = findUtf8Document(Buffer.from(line));
    expect(readAndCheck(Buffer.from(line))).toEqual({ ...(plain && toText(plain)), told: [] });
    expect(plain && toText(plain).text).toBe(line);
  });

  it.each([
    ['a field that stands twice', '{"FBUID":"a","b":1,"b":2}'],
    ['a field that stands twice further in', '{"FBUID":"a","b":{"c":1,"d":{},"c":1}}'],
    ['two ids', '{"FBUID":"a","FBUID":"b"}'],
    ['no id', '{"a":"FBUID"}'],
    ['an id further in alone', '{"a":{"FBUID":"b"}}'],
    ['an id with an escape', '{"FBUID":"a\\n"}'],
    ['a forbidden id', '{"FBUID":"a/b"}'],
    ['names that change places', '{"FBUID":"a","2":1,"1":2}'],
    ['__proto__', '{"FBUID":"a","__proto__":{"b":1}}'],
    ['a forbidden name', '{"FBUID":"a","b.c[0]":1}'],
    ['a name with an escape', '{"FBUID":"a","\\u0062":1}'],
    ['a lone surrogate', '{"FBUID":"a","b":"\\ud800"}'],
    ['an escape that is written in another way', '{"FBUID":"a","b":"\\/"}'],
    ['a number that is rounded', '{"FBUID":"a","b":9007199254740993}'],
    ['a number beyond all', '{"FBUID":"a","b":1e400}'],
    ['a number that is written in another way', '{"FBUID":"a","b":1.0}'],
    ['minus zero', '{"FBUID":"a","b":-0}'],
    ['a zero in front', '{"FBUID":"a","b":01}'],
    ['a small number', '{"FBUID":"a","b":0.0000001}'],
    ['a place that is none', '{"FBUID":"a","latitude":90.5,"longitude":0}'],
    ['a point that is none', '{"FBUID":"a","type":"Point","coordinates":[180,91]}'],
    ['an array in an array', '{"FBUID":"a","b":[[1]]}'],
    ['too deep', `{"FBUID":"a","b":${'{"a":'.repeat(19)}{}${'}'.repeat(19)}}`],
    ['other space', '{"FBUID":\u00a0"a"}'],
    ['a control character', '{"FBUID":\v"a"}'],
    ['more than one value', '{"FBUID":"a"}{}'],
    ['a cut line', '{"FBUID":"a","b":"'],
    ['a cut word', '{"FBUID":"a","b":tru'],
    ['a stamp of synchronisation', '{"FBUID":"a","writeId":"w"}'],
    ['MongoDB’s notation', '{"FBUID":"a","b":{"$oid":"5a"}}'],
    ['a query’s answer', '{"FBUID":"a","readTime":"","document":{}}'],
    ['an array', '["FBUID"]'],
    ['a word', 'true'],
    ['nothing', ''],
  ])('[R-MIG-05] is none with %s', (_what, line) => {
    expect(findUtf8Document(Buffer.from(line))).toBeUndefined();
  });

  it('[R-MIG-05] is none that is no UTF-8, or too large', () => {
    const wrong = Buffer.from('{"FBUID":"a","b":"caf#"}');
    wrong[wrong.indexOf('#')] = 0xe9;
    expect(findUtf8Document(wrong)).toBeUndefined();
    expect(findUtf8Document(Buffer.from(`{"FBUID":"a","b":"${'x'.repeat(1_048_576)}"}`))).toBeUndefined();
  });
});
