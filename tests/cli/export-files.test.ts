import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dataPath } from '../support/core-calls.ts';
import { createCliWorld, type CliWorld } from './support/cli-run.ts';
import { toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const NOTES = ['a', 'b', 'c'].map((id) => ({ FBUID: id, text: `Note ${id}`, n: 1 }));
const PLACES = [{ FBUID: 'p', place: { latitude: -33.8, longitude: 151.2 } }];

async function createFilledWorld(): Promise<CliWorld> {
  const world = createCliWorld();
  await world.run(['import', 'notes', '-'], toNdjson(NOTES));
  await world.run(['import', 'places', '-'], toNdjson(PLACES));
  return world;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Manifest {
  readonly files: readonly { readonly file: string; readonly documents: number; readonly sha256: string }[];
}

describe('files of an export', () => {
  it('[R-MIG-04] writes several collections into a folder, with one manifest of counts and checksums', async () => {
    const path = createTemporaryFolder();
    const world = await createFilledWorld();
    const { exitCode, err } = await world.run(['export', 'notes', 'places', '-o', path('out')]);
    expect({ exitCode, err }).toMatchObject({
      exitCode: 0,
      err: expect.stringContaining('4 documents') as string,
    });
    expect(readdirSync(path('out')).sort()).toEqual(['manifest.json', 'notes.ndjson', 'places.ndjson']);
    expect(readFileSync(path('out/places.ndjson'), 'utf8')).toBe(toNdjson(PLACES));
    const manifest = JSON.parse(readFileSync(path('out/manifest.json'), 'utf8')) as Manifest;
    for (const { file, sha256: expected } of manifest.files) {
      expect(sha256(readFileSync(path(`out/${file}`)))).toBe(expected);
    }
    expect(manifest.files.map(({ file, documents }) => [file, documents])).toEqual([
      ['notes.ndjson', 3],
      ['places.ndjson', 1],
    ]);
  });

  it.each([[[]], [['--gzip']], [['--format', 'firestore']], [['--envelope', '--with-history']]])(
    '[R-MIG-04] an unchanged store exports the same bytes again with --all %j',
    async (options) => {
      const path = createTemporaryFolder();
      const world = await createFilledWorld();
      const read = (folder: string) =>
        readdirSync(path(folder)).map((name) => [name, sha256(readFileSync(path(`${folder}/${name}`)))]);
      for (const folder of ['one', 'two']) {
        const run = await world.run(['export', '--all', '-o', path(folder), ...options]);
        expect(run).toMatchObject({ exitCode: 0 });
      }
      expect(read('one').length).toBeGreaterThan(2);
      expect(read('two')).toEqual(read('one'));
    },
  );

  it('[R-MIG-04] compresses a file that ends with .gz, describes it in the manifest, and reads it back', async () => {
    const path = createTemporaryFolder();
    const world = await createFilledWorld();
    await world.run(['export', 'notes', '-o', path('notes.json.gz')]);
    const bytes = readFileSync(path('notes.json.gz'));
    expect(JSON.parse(gunzipSync(bytes).toString('utf8'))).toEqual(NOTES);
    const manifest = JSON.parse(readFileSync(path('notes.json.gz.manifest.json'), 'utf8')) as Manifest;
    expect(manifest).toMatchObject({
      format: 'json',
      gzip: true,
      files: [{ collection: 'notes', file: 'notes.json.gz', documents: 3, sha256: sha256(bytes) }],
    });
    expect(await world.run(['import', 'copies', path('notes.json.gz')])).toMatchObject({ exitCode: 0 });
    expect((await world.run(['export', 'copies'])).out).toBe(toNdjson(NOTES));
  });

  it('[R-MIG-04] [R-MIG-05] writes Firestore’s typed values for the extension, and imports the same documents', async () => {
    const file = createTemporaryFolder()('places.firestore.json');
    const world = await createFilledWorld();
    await world.run(['export', 'places', '-o', file]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      documents: [
        {
          name: 'projects/nankeen/databases/(default)/documents/places/p',
          fields: {
            FBUID: { stringValue: 'p' },
            place: {
              mapValue: { fields: { latitude: { doubleValue: -33.8 }, longitude: { doubleValue: 151.2 } } },
            },
          },
        },
      ],
    });
    expect(await world.run(['import', 'copies', file])).toMatchObject({ exitCode: 0 });
    expect((await world.run(['export', 'copies'])).out).toBe(toNdjson(PLACES));
  });

  it('[R-MIG-04] --envelope and --with-history record who changed what when, and an import reads the documents', async () => {
    const world = await createFilledWorld();
    await world.run(['import', 'notes', '-'], toNdjson([{ ...NOTES[0], text: 'new' }]));
    const { out } = await world.run(['export', 'notes', '--envelope', '--with-history']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(3 + 4);
    expect(lines[0]).toMatchObject({ __id__: 'a', __deleted__: false, __updatedBy__: 'admin', text: 'new' });
    expect(lines[2]).toMatchObject({
      __history__: { id: 'a', operation: 'create', data: { text: 'Note a' } },
    });
    const run = await world.run(['import', 'copies', '-'], out);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.err).toMatch(/history entries +4\n/);
    expect((await world.run(['export', 'copies'])).out).toBe((await world.run(['export', 'notes'])).out);
  });

  it('[R-MIG-04] --since selects documents changed at or after a time with any offset', async () => {
    const world = await createFilledWorld();
    expect((await world.run(['export', 'notes', '--since', '2026-03-02T20:00:00.001+11:00'])).out).toBe('');
    expect((await world.run(['export', 'notes', '--since', '2026-03-02T20:00:00+11:00'])).out).toBe(
      toNdjson(NOTES),
    );
    expect((await world.run(['export', 'notes', '--since', '2026-03-02'])).out).toBe(toNdjson(NOTES));
    expect(await world.run(['export', 'notes', '--since', 'yesterday'])).toMatchObject({ exitCode: 2 });
  });

  it('[R-MIG-04] --since includes deletions with --envelope, and otherwise says that it does not', async () => {
    const world = await createFilledWorld();
    await world.server.request(dataPath('notes/b'), { as: 'admin', method: 'DELETE' });
    const since = ['export', 'notes', '--since', '2026-03-02'];
    const bare = await world.run(since);
    expect(bare.out).toBe(toNdjson(NOTES.filter(({ FBUID }) => FBUID !== 'b')));
    expect(bare.err).toContain(
      'Documents deleted since then are not included; add --envelope to include them.\n',
    );
    const whole = await world.run([...since, '--envelope']);
    expect(whole.out).toMatch(/"__id__":"b".*"__deleted__":true/);
    expect(whole.err).not.toContain('deleted');
    expect((await world.run([...since, '--quiet'])).err).toBe('');
  });

  it.each(['notes.xlsx', 'notes.csv.zip', 'notes.xlsx.gz'])(
    '[R-MIG-04] refuses %s, whose extension is not supported, and names those that are',
    async (name) => {
      const path = createTemporaryFolder();
      const world = await createFilledWorld();
      const { exitCode, err } = await world.run(['export', 'notes', '-o', path(name)]);
      expect(exitCode).toBe(2);
      expect(err).toMatch(/extension \.(xlsx|zip) is not supported.+\.ndjson, \.json, \.csv.+--format/);
      expect(readdirSync(path())).toEqual([]);
      const named = ['export', 'notes', '-o', path(name), '--format', 'csv'];
      expect(await world.run(named)).toMatchObject({ exitCode: 0 });
    },
  );

  it('[R-MIG-04] exits with 3 for a missing collection, and keeps the old file', async () => {
    const file = createTemporaryFolder()('old.ndjson');
    writeFileSync(file, 'old\n');
    const { exitCode, err } = await (await createFilledWorld()).run(['export', 'note', '-o', file]);
    expect({ exitCode, kept: readFileSync(file, 'utf8') }).toEqual({ exitCode: 3, kept: 'old\n' });
    expect(err).toContain('There is no collection "note".\nNothing was changed.');
  });

  it('[R-MIG-04] removes a folder that it created when nothing is written, and keeps an existing one', async () => {
    const path = createTemporaryFolder();
    const world = await createFilledWorld();
    mkdirSync(path('there'));
    world.intercept = (called) =>
      called.includes('/admin/export/') ? Response.json({}, { status: 500 }) : undefined;
    for (const folder of ['new/deep', 'there', 'there/new']) {
      const { exitCode } = await world.run(['export', '--all', '-o', path(folder)]);
      expect(exitCode).not.toBe(0);
    }
    expect(readdirSync(path())).toEqual(['there']);
    expect(readdirSync(path('there'))).toEqual([]);
  });

  it('[R-MIG-04] replaces no file of a folder when one of the collections is missing', async () => {
    const path = createTemporaryFolder();
    writeFileSync(path('notes.ndjson'), 'old\n');
    const run = await (await createFilledWorld()).run(['export', 'notes', 'none', '-o', path()]);
    expect(run).toMatchObject({ exitCode: 3 });
    expect(readdirSync(path())).toEqual(['notes.ndjson']);
    expect(readFileSync(path('notes.ndjson'), 'utf8')).toBe('old\n');
  });

  it.each([
    ['several collections without a folder', ['notes', 'places']],
    ['--all without a folder', ['--all']],
    ['--all with names', ['--all', 'notes', '-o', 'x']],
    ['no collection', []],
    ['a table with history', ['notes', '--format', 'csv', '--with-history']],
    ['typed values with envelopes', ['notes', '--format', 'firestore', '--envelope']],
  ])('[R-MIG-04] exits with 2 for %s', async (_name, args) => {
    expect(await (await createFilledWorld()).run(['export', ...args])).toMatchObject({
      exitCode: 2,
      out: '',
    });
  });
});

describe('an export stays in its folder', () => {
  const HOSTILE = [
    '../escape',
    '..',
    '.',
    '/etc/passwd',
    'a/../../b',
    '..\\b',
    'C:\\b',
    'a\0b',
    'a\nb',
    '%2e%2e%2fb',
    '~root',
    '-o',
    '',
    ' ',
    'a b',
    '.hidden',
    'con/aux',
    '\u202Efdp',
    'é/..',
    'a'.repeat(300),
  ];

  it.each(HOSTILE)('[R-MIG-04] [T28] refuses %j as a name from the server', async (name) => {
    const path = createTemporaryFolder();
    const world = createCliWorld();
    const named = { name, isEmpty: false };
    world.intercept = (address) =>
      address.endsWith('/admin/collection-names') ? Response.json({ collections: [named] }) : undefined;
    const { exitCode, err } = await world.run(['export', '--all', '-o', path('out')]);
    expect(exitCode).toBe(2);
    expect(err).not.toMatch(/^ +at /m);
    expect(readdirSync(path())).toEqual([]);
  });

  it.each(['notes.ndjson', 'manifest.json'])(
    '[R-MIG-04] [T28] does not write through the symbolic link %s, and replaces no other file',
    async (name) => {
      const path = createTemporaryFolder();
      mkdirSync(path('out'));
      writeFileSync(path('secret'), 'kept\n');
      symlinkSync(path('secret'), path(`out/${name}`));
      const { exitCode, err } = await (await createFilledWorld()).run(['export', '--all', '-o', path('out')]);
      expect(exitCode).toBe(11);
      expect(err).toContain(`${name} is a symbolic link; it will not be overwritten.\nNo file was changed.`);
      expect(readFileSync(path('secret'), 'utf8')).toBe('kept\n');
      expect(readdirSync(path('out'))).toEqual([name]);
    },
  );
});
