import fc from 'fast-check';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';

type Fields = Record<string, unknown>;

export interface RandomDocument {
  readonly collection: string;
  /** Content with its id and without sync fields; any JSON. */
  readonly content: Fields;
}

const names = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('a', 'b', 'name', 'price', 'x.y', '7', '🚁', '日本', '_a_', '__a'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('latitude', 'longitude', 'coordinates', 'type', 'createdAt', 'id'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '__',
        '___',
        '__x__',
        '__proto__',
        'a/b',
        '*',
        'a[',
        ']',
        '~',
        '\ud83d',
        'x\udc00',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  )
  .filter((name) => !['FBUID', 'writeId', 'sync', '_deleted'].includes(name));

const scalars = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    ' ',
    'text',
    '10.00',
    'drones',
    '\ud83d',
    'ü🚁',
    0,
    -1,
    90.5,
    180,
    181,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

const { value: values, object: objects } = fc.letrec<{ value: unknown; object: Fields }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    { weight: 5, arbitrary: scalars },
    { weight: 2, arbitrary: tie('object') },
    { weight: 2, arbitrary: fc.array(fc.oneof(scalars, tie('object')), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 2 }) },
  ),
  // Defines its fields, so that `__proto__` is a plain field as after `JSON.parse`.
  object: fc
    .array(fc.tuple(names, tie('value')), { maxLength: 4 })
    .map((fields) => Object.fromEntries(fields) as Fields),
}));

const ids = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'recon-vtol', '🚁', 'pull-2') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>('', '.', '..', 'a/b', '__a__', '__', 'create', 'checksum', '\ud83d'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(7, null, 'x'.repeat(201), 'ä'.repeat(750), 'ä'.repeat(751)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);

/** Changes, removes or adds one field somewhere in a document. */
const changes = fc.tuple(fc.nat(20), fc.nat(3), names, values, fc.nat(20));

function change(
  content: Fields,
  [place, kind, name, value, inner]: [number, number, string, unknown, number],
): Fields {
  const fields = Object.entries(content);
  const index = place % Math.max(1, fields.length);
  const [at, before] = fields[index] ?? ['a', null];
  if (at === 'FBUID') return Object.fromEntries([...fields, [name, value]]);
  if (kind === 0) return Object.fromEntries(fields.filter((_field, one) => one !== index));
  if (kind === 1) return Object.fromEntries([...fields, [name, value]]);
  const isList = kind === 2 && Array.isArray(before) && before.length > 0;
  const changed = isList
    ? before.with(inner % before.length, change({ ...(before[0] as Fields) }, [inner, 3, name, value, 0]))
    : value;
  return Object.fromEntries(fields.map((field, one) => (one === index ? [at, changed] : field)));
}

const known = fc
  .tuple(fc.constantFrom(...COLLECTION_NAMES), ids, fc.array(changes, { maxLength: 2 }))
  .map(([collection, id, all]): RandomDocument => {
    const { writeId: _writeId, sync: _sync, ...content } = STORED_DOCUMENTS[collection] as Fields;
    return { collection, content: all.reduce(change, { ...content, FBUID: id }) };
  });

const free = fc
  .tuple(ids, objects)
  .map(([id, content]): RandomDocument => ({ collection: 'human', content: { FBUID: id, ...content } }));

const degrees = fc.oneof(
  fc.constantFrom<unknown>(90, -90, 90.01, 180, -180.01, '91', null),
  fc.integer({ min: -200, max: 200 }),
);

/** Places in both notations, somewhere in a free document. */
const places = fc
  .tuple(degrees, degrees, fc.constantFrom('point', 'geo', 'list'))
  .map(([east, north, kind]): RandomDocument => {
    const point = { latitude: north, longitude: east };
    const geo = { type: 'Point', coordinates: [east, north, 12_000] };
    const content = kind === 'point' ? point : { at: kind === 'geo' ? geo : [point, { geo }] };
    return { collection: 'human', content: { FBUID: 'a', ...content } };
  });

/** Nested to about the maximum depth. */
const deep = fc
  .tuple(fc.integer({ min: 17, max: 23 }), fc.boolean())
  .map(([levels, isListed]): RandomDocument => {
    let content: Fields = { end: 1 };
    for (let level = 2; level < levels; level += isListed ? 2 : 1)
      content = { a: isListed ? [content] : content };
    return { collection: 'human', content: { FBUID: 'a', ...content } };
  });

/** Parameters of a document of about the maximum size, short enough to print in a failure. */
export interface LargeDocument {
  readonly isFree: boolean;
  /** Bytes above the limit. */
  readonly over: number;
  /** Its repeated character, of one to three bytes. */
  readonly character: string;
}

const large: fc.Arbitrary<LargeDocument> = fc.record({
  isFree: fc.boolean(),
  over: fc.integer({ min: -40, max: 160 }),
  character: fc.constantFrom('x', 'ä', '日'),
});

export function toDocument(random: RandomDocument | LargeDocument): RandomDocument {
  if (!('over' in random)) return random;
  const { isFree, over, character } = random;
  const limit = isFree ? 1_048_576 : 262_144;
  const fill = (content: (text: string) => Fields) =>
    content(pad(character, limit + over - new TextEncoder().encode(JSON.stringify(content(''))).length));
  if (isFree) return { collection: 'human', content: fill((text) => ({ FBUID: 'a', text })) };
  const { writeId: _writeId, sync: _sync, ...product } = STORED_DOCUMENTS.products as Fields;
  const entry = (value: string) => ({ value, label: '', description: '' });
  const features = Array.from({ length: 15 }, () => entry('x'.repeat(16_000)));
  const content = fill((text) => ({ ...product, productFeatures: [...features, entry(text)] }));
  return { collection: 'products', content };
}

/** A text with this number of bytes. */
function pad(character: string, bytes: number): string {
  const width = new TextEncoder().encode(character).length;
  return character.repeat(Math.floor(bytes / width)) + 'x'.repeat(bytes % width);
}

/** Documents of free and known collections, about half of them valid. */
export const randomDocument: fc.Arbitrary<RandomDocument | LargeDocument> = fc.oneof(
  { weight: 500, arbitrary: known },
  { weight: 450, arbitrary: free },
  { weight: 30, arbitrary: places },
  { weight: 19, arbitrary: deep },
  { weight: 1, arbitrary: large },
);
