import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { createCoreServer } from '../support/core-server.ts';
import { createCliWorld } from './support/cli-run.ts';
import { sampleProduct, SHOPIFY_CSV, toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const FORMATS = {
  'a JSON array': JSON.stringify([sampleProduct('a'), sampleProduct('b')], undefined, 2),
  'one JSON object over several lines': JSON.stringify(sampleProduct('a'), undefined, 2),
  NDJSON: toNdjson([sampleProduct('a'), sampleProduct('b')]),
  'NDJSON with Windows line endings and a byte order mark': `\ufeff${toNdjson([sampleProduct('a')]).replaceAll('\n', '\r\n')}`,
};

async function productsOf(
  world: ReturnType<typeof createCliWorld>,
): Promise<readonly Record<string, unknown>[]> {
  const { out } = await world.run(['export', 'products', '--quiet']);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('nankeen import', () => {
  it.each(Object.entries(FORMATS))('[R-MIG-05] imports %s from standard input', async (_name, text) => {
    const world = createCliWorld();
    const { exitCode, err } = await world.run(['import', 'products', '-'], text);
    expect(err).toMatch(/\n[12] created, 0 replaced, 0 unchanged\n/);
    expect(err).not.toContain('is new');
    expect(exitCode).toBe(0);
    expect((await productsOf(world))[0]).toEqual(sampleProduct('a'));
  });

  it('[R-MIG-05] points out a new collection, whose name may be mistyped', async () => {
    const world = createCliWorld();
    const once = async (...options: string[]) =>
      (await world.run(['import', 'notse', '-', ...options], '{"FBUID":"a"}\n')).err;
    const isNew = 'The collection "notse" is new.\n';
    expect([await once('--dry-run'), await once()]).toEqual([
      expect.stringContaining(isNew),
      expect.stringContaining(isNew),
    ]);
    expect(await once()).not.toContain(isNew);
  });

  it('[R-MIG-05] finds a byte order mark that is split across chunks', async () => {
    const bytes = Buffer.from(`\ufeff${toNdjson([sampleProduct('a')])}`);
    const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 2), bytes.subarray(2)];
    expect(await createCliWorld().run(['import', 'products', '-'], chunks)).toMatchObject({ exitCode: 0 });
  });

  it('[R-MIG-05] reads a file by its extension and counts a second import as unchanged', async () => {
    const file = createTemporaryFolder()('products.ndjson');
    writeFileSync(file, toNdjson([sampleProduct('a'), { ...sampleProduct('b'), createdAt: undefined }]));
    const world = createCliWorld();
    await world.run(['import', 'products', file]);
    const again = await world.run(['import', 'products', file]);
    expect(again.err).toContain('0 created, 0 replaced, 2 unchanged');
  });

  it('[R-MIG-05] writes nothing when one of many documents is invalid, and lists all problems', async () => {
    const world = createCliWorld();
    const wrong = {
      ...sampleProduct('b'),
      productPrices: [{ value: 5, label: '', description: '' }],
      colour: 'red',
    };
    const text = `${toNdjson([sampleProduct('a'), wrong, sampleProduct('a')])}{"FBUID":"x",}\n`;
    const { exitCode, err } = await world.run(['import', 'products', '-'], text);
    expect(exitCode).toBe(4);
    expect(err).toContain('standard input has 4 problems, so nothing was written.');
    expect(err).toMatch(/line 2 \(byte 563\) +b +productPrices\[0\]\.value +\S+ is not text\./);
    expect(err).toMatch(/line 2 \(byte 563\) +b +colour +There is no field of this name\. \(unknown-field\)/);
    expect(err).toMatch(
      /line 3 \(byte 1,127\) +a +FBUID +The same id is already on line 1\. \(duplicate-id\)/,
    );
    expect(err).toMatch(
      /line 4, column 14 \(byte [\d,]+\) +A field name in double quotes is expected, not "}"\./,
    );
    expect(await productsOf(world)).toEqual([]);
  });

  it.each([
    [
      7,
      'has another version',
      (path: string) =>
        path.endsWith('/health')
          ? Response.json({ status: 'ok', version: '9.1.0', sequence: 0, epoch: 'e' })
          : undefined,
    ],
    [7, 'is not reachable', () => Promise.reject(new TypeError('fetch failed'))],
    [
      6,
      'refuses the credentials',
      (path: string) =>
        path.includes('/admin/')
          ? Response.json({ error: { code: 'unauthenticated', message: 'No.' } }, { status: 401 })
          : undefined,
    ],
  ])(
    '[R-MIG-05] exits with %i before it reads its input when the server %s',
    async (code, _name, response) => {
      const world = createCliWorld();
      world.intercept = response;
      let reads = 0;
      const input = {
        *[Symbol.iterator]() {
          reads += 1;
          yield Buffer.from(toNdjson([{ FBUID: 'a' }]));
        },
      };
      const { exitCode, err } = await world.run(['import', 'notes', '-'], input);
      expect(exitCode).toBe(code);
      expect(err).toContain(' Nothing was written.\n');
      expect(reads).toBe(0);
    },
  );

  it('[R-MIG-05] says that nothing was written when it is interrupted while reading', async () => {
    const world = createCliWorld();
    const input = {
      *[Symbol.iterator]() {
        yield Buffer.alloc(70_000, '{"a":1}\n');
        world.interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.'));
        yield Buffer.from('{"a":1}\n');
      },
    };
    const { exitCode, err } = await world.run(['import', 'notes', '-'], input);
    expect(exitCode).toBe(130);
    expect(err).toContain('Interrupted. Nothing was written.');
  });

  it('[R-MIG-05] shows the first twenty problems and counts the rest', async () => {
    const text = toNdjson(
      Array.from({ length: 25 }, (_, index) => ({ FBUID: `t${index}`, templateName: '' })),
    );
    const { exitCode, err } = await createCliWorld().run(['import', 'templates', '-'], text);
    expect(exitCode).toBe(4);
    expect(err).toContain('… and ');
    const { out } = await createCliWorld().run(['import', 'templates', '-', '--json'], text);
    const result = JSON.parse(out) as { problems: unknown[]; problemCount: number };
    expect(result.problems).toHaveLength(20);
    expect(result.problemCount).toBeGreaterThan(20);
  });

  it.each([
    ['[R-DOC-01] an empty field name', '{"":1}', 'This field has an empty name.'],
    [
      '[R-DOC-02] a field name between double underscores',
      '{"__a__":1}',
      'The field name "__a__" starts and ends with two underscores.',
    ],
    ['[R-DOC-02] the field __proto__', '{"__proto__":{"a":1}}', 'The field name "__proto__" starts and ends'],
    [
      '[R-DOC-03] a field name with a slash',
      '{"a/b":1}',
      'The field name "a/b" contains /, which is not allowed.',
    ],
    [
      '[R-DOC-04] a latitude above 90',
      '{"latitude":91,"longitude":0}',
      'The latitude is 91; it must be between -90 and 90.',
    ],
    ['[R-DOC-05] an array in an array', '{"a":[[1]]}', 'This array is directly inside another array'],
  ])('%s is refused with its line', async (_name, line, message) => {
    const { exitCode, err } = await createCliWorld().run(['import', 'free', '-'], `{"ok":1}\n${line}\n`);
    expect(exitCode).toBe(4);
    expect(err).toMatch(/^ {2}line 2/m);
    expect(err).toContain(message);
  });

  it('[R-DOC-01] [R-DOC-03] [R-DOC-04] [R-DOC-05] lists all problems of a document in field order', async () => {
    const text = '{"FBUID":"x","a/b":1,"c":[[1]],"place":{"latitude":95,"longitude":500},"":2}\n';
    const { exitCode, out } = await createCliWorld().run(['import', 'free', '-', '--json'], text);
    expect(exitCode).toBe(4);
    const { problems } = JSON.parse(out) as { problems: { code: string; path: string; message: string }[] };
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ['forbidden-character', 'a/b'],
      ['nested-array', 'c[0]'],
      ['latitude-out-of-range', 'place.latitude'],
      ['longitude-out-of-range', 'place.longitude'],
      ['empty-field-name', ''],
    ]);
    expect(problems[3]?.message).toBe('The longitude is 500; it must be between -180 and 180.');
  });

  it('[R-MIG-05] shows what a dry run would do and writes nothing', async () => {
    const world = createCliWorld();
    await world.run(['import', 'products', '-'], toNdjson([sampleProduct('a'), sampleProduct('b')]));
    const changed = { ...sampleProduct('b'), productName: 'Changed' };
    const text = toNdjson([sampleProduct('a'), changed, sampleProduct('c')]);
    const { exitCode, err } = await world.run(['import', 'products', '-', '--dry-run'], text);
    expect(exitCode).toBe(0);
    expect(err).toContain('Dry run, nothing was written. It would be: 1 created, 1 replaced, 1 unchanged');
    expect(await productsOf(world)).toEqual([sampleProduct('a'), sampleProduct('b')]);
  });

  it('[R-MIG-05] refuses existing ids with --mode insert, before anything is written', async () => {
    const world = createCliWorld();
    const big = (id: string) => ({ FBUID: id, text: 'x'.repeat(400_000) });
    await world.run(['import', 'notes', '-'], toNdjson([{ FBUID: 'z', text: 'another' }]));
    const text = toNdjson(['a', 'b', 'c', 'z'].map(big));
    const { exitCode, err } = await world.run(['import', 'notes', '-', '--mode', 'insert'], text);
    expect(exitCode).toBe(5);
    expect(err).toMatch(/line 4 \(byte 1,200,072\) +z +The target has a document .*\(already-exists\)/);
    const { out } = await world.run(['export', 'notes']);
    expect(out.split('\n').filter((line) => line !== '')).toHaveLength(1);
  });

  it('[R-MIG-05] ignores writeId and sync and says so', async () => {
    const world = createCliWorld();
    const text = toNdjson([{ ...sampleProduct('a'), writeId: 'w', sync: { sequence: 3 } }]);
    const { err } = await world.run(['import', 'products', '-'], text);
    expect(err).toMatch(/not imported +values\n +writeId +1\n +sync +1\n/);
    expect(await productsOf(world)).toEqual([sampleProduct('a')]);
  });

  it('[R-MIG-05] [T30] reports the pictures that the shop will not show, by host, and imports their addresses', async () => {
    const NOTE = 'picture addresses are imported, but the shop will not show the pictures: ';
    const world = createCliWorld();
    const first = await world.run(['import', 'products', '-'], SHOPIFY_CSV);
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.err).toContain(`Note: 2 ${NOTE}cdn.example (2). It shows its own pictures`);
    expect(first.err).toContain('the hosts in the server’s setting PICTURE_HOSTS.');
    expect(JSON.stringify(await productsOf(world))).toContain('https://cdn.example/1.jpg');

    const server = createCoreServer(undefined, undefined, { pictureOrigins: ['https://cdn.example'] });
    const allowing = createCliWorld(undefined, server);
    expect((await allowing.run(['import', 'products', '-'], SHOPIFY_CSV)).err).not.toContain('PICTURE_HOSTS');

    const images = [
      ...Array.from({ length: 30 }, (_none, index) => `https://host-${index}.example/1.jpg`),
      ...Array.from({ length: 12 }, () => 'https://cdn.example/1.jpg'),
      'http://cdn.example/1.jpg',
      '//cdn.example/1.jpg',
      'data:image/png;base64,AA==',
      '/pictures/recon/1.webp',
    ].map((value) => ({ value, label: '', description: '' }));
    const many = toNdjson([{ ...sampleProduct('many'), productImages: images }]);
    const { err } = await createCliWorld().run(['import', 'products', '-'], many);
    expect(err).toContain(`Note: 45 ${NOTE}cdn.example (12), host-0.example (1), `);
    expect(err).toContain('host-18.example (1), other hosts (14).');
  });

  it('[R-MIG-05] imports a Shopify export as products and lists the values it ignored', async () => {
    const world = createCliWorld();
    const { exitCode, err } = await world.run(['import', 'products', '-'], SHOPIFY_CSV);
    expect(err).toContain('Shopify product CSV: 3 documents, all valid.');
    expect(err).toMatch(/Vendor +3\n +Type +2\n +Tags +2\n +Variant Grams +4\n +SEO Title +1\n/);
    expect(err).toContain(
      "Note: recon-vtol: the first variant's price counts; the specification keeps 31990.50 (LiDAR).",
    );
    expect(exitCode).toBe(0);
    const documents = await productsOf(world);
    expect(documents.map((product) => product['productCategory'])).toEqual([
      'batteries',
      'propellers',
      'drones',
    ]);
  });

  it('[R-MIG-05] refuses a Shopify export for another collection', async () => {
    const { exitCode, err } = await createCliWorld().run(['import', 'contacts', '-'], SHOPIFY_CSV);
    expect(exitCode).toBe(4);
    expect(err).toContain('it goes into the collection products');
  });

  it('[R-MIG-05] warns about documents that get a new id with each import', async () => {
    const { err } = await createCliWorld().run(['import', 'theatres', '-'], '{"name":"A"}\n');
    expect(err).toContain('Note: 1 document has no id and gets a new one');
  });

  it("[R-MIG-05] reads MongoDB's _id and says how its types were converted", async () => {
    const world = createCliWorld();
    const text = '{"_id":{"$oid":"59a47286cfa9a3a73e51e72c"},"seats":{"$numberInt":"40"}}\n';
    const { err } = await world.run(['import', 'theatres', '-'], text);
    expect(err).toMatch(/^Note: .*ObjectIds as text/m);
    const { out } = await world.run(['export', 'theatres', '--quiet']);
    expect(JSON.parse(out)).toEqual({
      FBUID: '59a47286cfa9a3a73e51e72c',
      _id: '59a47286cfa9a3a73e51e72c',
      seats: 40,
    });
  });

  it('[R-MIG-05] reads documents within an object, and numbers in a table, with the matching options', async () => {
    const world = createCliWorld();
    const couch = '{"total_rows":1,"rows":[{"id":"a","doc":{"_id":"a","n":1}}]}';
    await world.run(['import', 'plants', '-', '--documents', 'rows[].doc'], couch);
    expect((await world.run(['export', 'plants'])).out).toBe('{"FBUID":"a","_id":"a","n":1}\n');
    const args = ['import', 'cells', '-', '--format', 'csv', '--types', 'detect'];
    expect(await world.run(args, 'FBUID,price\nx,326\n')).toMatchObject({ exitCode: 0 });
    expect((await world.run(['export', 'cells'])).out).toBe('{"FBUID":"x","price":326}\n');
  });

  it.each([
    ['a gzip file that is cut off', [0x1f, 0x8b, 8, 0], 'is cut off: gzip could unpack 0 bytes of it.'],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], 'is a PNG picture.'],
    ['text with zero bytes', [0x7b, 0, 0x7d], 'is not text: byte 1 is zero.'],
    ['a workbook', [0x50, 0x4b, 3, 4], 'is a workbook or zip file'],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0], 'is UTF-16; save it as UTF-8.'],
    ['an HTML page', [...Buffer.from('<!doctype html>')], 'is neither JSON, NDJSON nor CSV.'],
    ['Windows-1252', [...Buffer.from('{"a":"caf'), 0xe9, ...Buffer.from('"}')], 'This is not UTF-8 text'],
  ])('[R-MIG-05] explains what is wrong with %s', async (_name, bytes, message) => {
    const { exitCode, err } = await createCliWorld().run(['import', 'free', '-'], [Uint8Array.from(bytes)]);
    expect(exitCode).toBe(4);
    expect(err).toContain(message);
  });
});
