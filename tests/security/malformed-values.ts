import fc, { type Arbitrary } from 'fast-check';
import type * as v from 'valibot';

/** Values that a careless or hostile caller might send. */
export const ODD_STRINGS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udfffb',
  '\u202eevil',
  '\ufeff',
  '\u{1f980}'.repeat(30),
  'e\u0301'.repeat(40),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '../../etc/passwd',
  '..\\..\\windows',
  '%00',
  '%2e%2e%2f',
  "' OR 1=1 --",
  '"; DROP TABLE history; --',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '${7*7}{{7*7}}',
  'a\r\nSet-Cookie: x=1',
  'x'.repeat(2_000),
  'x'.repeat(70_000),
  '1e309',
  '-0',
  'NaN',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
];

/** Texts that are valid somewhere, so that a request gets past the first check. */
const USUAL_STRINGS: readonly string[] = [
  'contacts',
  'products',
  'checkouts',
  'ukraines',
  'profiles',
  'free',
  'one',
  'ada',
  'insert',
  'price_test',
  'x@example.com',
  '2026-03-02T09:00:00.000Z',
  'abcdefghijklmnopqrst',
];

const oddNumber = fc.constantFrom(-1, -0, 0.1, 1e308, -1e308, 2 ** 53, 2 ** 31, 5e-324);
export const oddString = fc.oneof(
  fc.constantFrom(...ODD_STRINGS),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const anyString = fc.oneof(fc.constantFrom(...USUAL_STRINGS), oddString);

/** JSON that nests this deep. */
const deep = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], null);

export const junk: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: oddString },
  { weight: 3, arbitrary: oddNumber },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], deep(40)) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(oddString, oddString, { maxKeys: 3 }) },
);

/** The parts of valibot's schemas that describe what they accept. */
interface Shape {
  readonly type: string;
  readonly pipe?: readonly Shape[];
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly options?: readonly unknown[];
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly value?: Shape;
  readonly literal?: unknown;
}

/**
 * Values that mostly have the schema's shape, with some missing, odd or additional parts.
 * @param isOdd whether parts may be odd; `false` gives values of the right type throughout
 */
export function nearly(schema: v.GenericSchema, isOdd = true): Arbitrary<unknown> {
  return toArbitrary(schema as unknown as Shape, isOdd);
}

function toArbitrary(shape: Shape, isOdd: boolean): Arbitrary<unknown> {
  const fitting = toFitting(shape, isOdd);
  return isOdd ? fc.oneof({ weight: 8, arbitrary: fitting }, { weight: 1, arbitrary: junk }) : fitting;
}

function toFitting(shape: Shape, isOdd: boolean): Arbitrary<unknown> {
  const { type, entries, options, item, wrapped, literal } = shape.pipe?.[0] ?? shape;
  const inner = (one: Shape) => toArbitrary(one, isOdd);
  if (entries) return toRecord(entries, isOdd);
  switch (type) {
    case 'array':
      return fc.array(item ? inner(item) : junk, { maxLength: 3 });
    case 'optional':
    case 'nullable':
    case 'nullish':
      return wrapped ? inner(wrapped) : junk;
    case 'literal':
      return fc.constant(literal);
    case 'picklist':
    case 'enum':
      return fc.constantFrom(...(options ?? []));
    case 'union':
    case 'variant':
      return fc.oneof(...(options as readonly Shape[]).map(inner));
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer());
    case 'boolean':
      return fc.boolean();
    case 'string':
      return isOdd ? anyString : fc.constantFrom(...USUAL_STRINGS);
    case 'record':
      return fc.dictionary(anyString, junk, { maxKeys: 3 });
    default:
      return junk;
  }
}

function toRecord(entries: Readonly<Record<string, Shape>>, isOdd: boolean): Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(entries).map(([name, shape]) => [name, toArbitrary(shape, isOdd)]),
  );
  const optional = Object.entries(entries).filter(([, { type }]) => type === 'optional');
  const requiredKeys = Object.keys(entries).filter((name) => !optional.some(([one]) => one === name));
  const whole = fc.record(fields, { requiredKeys });
  if (!isOdd) return whole;
  const additional = fc.dictionary(oddString, junk, { minKeys: 1, maxKeys: 2 });
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(whole, additional).map(([one, more]) => ({ ...one, ...more })) },
  );
}

/** A sample with up to three of its values replaced or removed, anywhere inside. */
export function damaged(sample: object): Arbitrary<Record<string, unknown>> {
  const change = fc.record({ at: fc.nat(), to: fc.option(junk, { nil: undefined, freq: 5 }) });
  const some = fc.array(change, { minLength: 1, maxLength: 3 });
  return fc.oneof(fc.constant([]), some).map((changes) => {
    const copy = structuredClone(sample) as Record<string, unknown>;
    for (const { at, to } of changes) {
      const places = listPlaces(copy);
      const [parent, key] = places[at % places.length] ?? [{}, ''];
      if (to === undefined) Reflect.deleteProperty(parent, key);
      else parent[key] = structuredClone(to);
    }
    return copy;
  });
}

type Place = readonly [Record<string, unknown>, string];

function listPlaces(value: object): readonly Place[] {
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => {
    const inner = parent[key];
    const place: Place = [parent, key];
    return typeof inner === 'object' && inner !== null ? [place, ...listPlaces(inner)] : [place];
  });
}
