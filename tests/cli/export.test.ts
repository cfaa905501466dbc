import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCliWorld } from './support/cli-run.ts';
import { sampleProduct, toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const DOCUMENTS = ['a', 'b', 'c'].map(sampleProduct);
const END = '{"__end__":true,"documents":3}\n';

async function createFilledWorld() {
  const world = createCliWorld();
  await world.run(['import', 'products', '-'], toNdjson(DOCUMENTS));
  return world;
}

function streamOf(text: string, isBroken = false): Response {
  const pieces = [new TextEncoder().encode(text)];
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else if (isBroken) controller.error(new TypeError('terminated'));
        else controller.close();
      },
    }),
  );
}

describe('nankeen export', () => {
  it('[R-MIG-04] writes NDJSON ordered by id to standard output, and the count to standard error', async () => {
    const world = await createFilledWorld();
    const run = await world.run(['export', 'products']);
    expect(run).toMatchObject({ exitCode: 0, out: toNdjson(DOCUMENTS) });
    expect(run.err).toMatch(/^3 documents, [\d.]+ kB, to standard output\n$/);
  });

  it('[R-MIG-04] selects the format by the extension: a JSON array, one document per line', async () => {
    const file = createTemporaryFolder()('products.json');
    await (await createFilledWorld()).run(['export', 'products', '-o', file]);
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text)).toEqual(DOCUMENTS);
    expect(text.split('\n')).toHaveLength(6);
  });

  it('[R-MIG-04] an empty collection is exported as an empty array, which can be imported', async () => {
    const world = createCliWorld();
    const { out } = await world.run(['export', 'products', '--format', 'json']);
    expect(out).toBe('[]\n');
    const run = await world.run(['import', 'products', '-'], out);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.err).toContain('0 created, 0 replaced, 0 unchanged');
  });

  it.each(['ndjson', 'json', 'csv'] as const)(
    '[R-MIG-04] [R-MIG-05] exporting to %s, importing into an empty store and exporting again gives the same bytes',
    async (format) => {
      const first = await createFilledWorld();
      const { out } = await first.run(['export', 'products', '--format', format]);
      const second = createCliWorld();
      expect(await second.run(['import', 'products', '-'], out)).toMatchObject({ exitCode: 0 });
      expect((await second.run(['export', 'products', '--format', format])).out).toBe(out);
    },
  );

  it('[R-MIG-04] [T54] adds an apostrophe to text that a spreadsheet would run, and removes it on import', async () => {
    const contact = {
      FBUID: 'c1',
      contactName: '=cmd|calc',
      contactEmail: 'a@b.example',
      contactPhone: '+61 400 000 000',
      contactCompany: "'quoted'",
      contactMessage: '@SUM(1)',
      createdAt: '2026-11-21T12:15:00.000+11:00',
    };
    const first = createCliWorld();
    await first.run(['import', 'contacts', '-'], toNdjson([contact]));
    const { out } = await first.run(['export', 'contacts', '--format', 'csv']);
    expect(out).toContain("c1,'=cmd|calc,a@b.example,'+61 400 000 000,'quoted','@SUM(1),");
    const second = createCliWorld();
    await second.run(['import', 'contacts', '-'], out);
    expect((await second.run(['export', 'contacts'])).out).toBe(toNdjson([contact]));
  });

  it('[R-MIG-04] [T54] adds an apostrophe to a field name that a spreadsheet would run, and removes it on import', async () => {
    const document = {
      FBUID: 'n1',
      '=1+1': 'plain',
      '@SUM(1)': 7,
      '+a': ['x'],
      '-b:json': 'text',
      "'=c": 'quoted',
      'd=1': 'harmless',
    };
    const first = createCliWorld();
    expect(await first.run(['import', 'notes', '-'], toNdjson([document]))).toMatchObject({ exitCode: 0 });
    const { out } = await first.run(['export', 'notes', '--format', 'csv']);
    const [titles = ''] = out.split('\r\n');
    expect(titles.split(',').toSorted()).toEqual(
      ["'=1+1", "''=c", "'+a:json", "'-b:json:json", "'@SUM(1):json", 'FBUID', 'd=1'].toSorted(),
    );
    const second = createCliWorld();
    await second.run(['import', 'notes', '-'], out);
    expect(JSON.parse((await second.run(['export', 'notes'])).out)).toEqual(document);
  });

  describe('[T54] text with terminal escapes', () => {
    const ESCAPES = 'red \u001b[31m, title \u001b]0;x\u0007, \u009b2J, back\rover, \u202etxt.exe';
    const NOTE = { FBUID: 'n1', '\u001bcname': ESCAPES, text: 'two\nlines\tand ü 🛩' };
    const FORMATS = ['ndjson', 'json', 'csv', 'firestore'];

    it.each(FORMATS)('as %s reaches a terminal without them', async (format) => {
      const world = createCliWorld();
      await world.run(['import', 'notes', '-'], toNdjson([NOTE]));
      world.isOutTerminal = true;
      const { exitCode, out } = await world.run(['export', 'notes', '--format', format]);
      expect(exitCode).toBe(0);
      expect(out).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u);
      expect(out).toContain(String.raw`\u001b[31m`);
      expect(out).toContain('ü 🛩');
      if (format === 'ndjson') expect(JSON.parse(out)).toEqual(NOTE);
    });

    it.each(FORMATS)('as %s reaches a file and a pipe unchanged', async (format) => {
      const file = createTemporaryFolder()('notes');
      const world = createCliWorld();
      await world.run(['import', 'notes', '-'], toNdjson([NOTE]));
      const { out } = await world.run(['export', 'notes', '--format', format]);
      await world.run(['export', 'notes', '--format', format, '-o', file]);
      expect(readFileSync(file, 'utf8')).toBe(out);
      expect(out).toContain('\u009b2J');
      if (format === 'csv') expect(out).toContain(ESCAPES);
    });

    it('is refused for a terminal when compressed', async () => {
      const world = createCliWorld();
      await world.run(['import', 'notes', '-'], toNdjson([NOTE]));
      world.isOutTerminal = true;
      const { exitCode, out, err } = await world.run(['export', 'notes', '--gzip']);
      expect([exitCode, out]).toEqual([2, '']);
      expect(err).toContain('Name a file with -o FILE.');
    });
  });

  it.each([
    ['ends early', streamOf(toNdjson(DOCUMENTS)), 'the stream ended early after 3 documents'],
    [
      'is cut off in its last line',
      streamOf(toNdjson(DOCUMENTS) + END.slice(0, -3)),
      'the stream ended early after 3 documents',
    ],
    ['breaks', streamOf(toNdjson(DOCUMENTS.slice(0, 2)), true), 'the connection broke after 2 documents'],
    [
      'lacks a document',
      streamOf(toNdjson(DOCUMENTS.slice(1)) + END),
      'the server counted 3 after 2 documents',
    ],
    [
      'continues after its end',
      streamOf(toNdjson(DOCUMENTS) + END + END),
      'there is data after the end line',
    ],
  ])('[R-MIG-04] keeps the old file when the stream %s', async (_name, response, message) => {
    const path = createTemporaryFolder();
    writeFileSync(path('products.ndjson'), 'old\n');
    const world = createCliWorld();
    world.intercept = (address) => (address.includes('/admin/export/') ? response : undefined);
    const { exitCode, err } = await world.run(['export', 'products', '-o', path('products.ndjson')]);
    expect(exitCode).toBe(7);
    expect(err).toContain(message);
    expect(err).toContain('No file was changed.');
    expect(readFileSync(path('products.ndjson'), 'utf8')).toBe('old\n');
    expect(readdirSync(path())).toEqual(['products.ndjson']);
  });

  it('[R-MIG-04] [T28] keeps the permissions of a file it replaces; only the owner can read a new one', async () => {
    const path = createTemporaryFolder();
    writeFileSync(path('old.ndjson'), 'old\n');
    chmodSync(path('old.ndjson'), 0o640);
    const world = await createFilledWorld();
    for (const [name, rights] of [
      ['old', 0o640],
      ['new', 0o600],
    ] as const) {
      await world.run(['export', 'products', '-o', path(`${name}.ndjson`)]);
      expect(readFileSync(path(`${name}.ndjson`), 'utf8')).toBe(toNdjson(DOCUMENTS));
      expect(statSync(path(`${name}.ndjson`)).mode & 0o777).toBe(rights);
    }
  });

  it.each(['link.ndjson', 'link.ndjson.manifest.json', 'nowhere.ndjson'])(
    '[R-MIG-04] [T28] does not write through the symbolic link %s',
    async (name) => {
      const path = createTemporaryFolder();
      writeFileSync(path('real'), 'kept\n');
      symlinkSync(path(name.startsWith('nowhere') ? 'none' : 'real'), path(name));
      const file = path(name.replace('.manifest.json', ''));
      const { exitCode, err } = await (await createFilledWorld()).run(['export', 'products', '-o', file]);
      expect(exitCode).toBe(11);
      expect(err).toContain(`${path(name)} is a symbolic link; it will not be overwritten.\nNo file was`);
      expect(readFileSync(path('real'), 'utf8')).toBe('kept\n');
      expect(readdirSync(path()).sort()).toEqual([name, 'real'].sort());
    },
  );

  it.each([
    ['a folder that does not exist', 'none/products.ndjson', 'no such file or folder'],
    ['a folder', '', 'is not a file; it will not be overwritten'],
  ])('[R-MIG-04] exits with 11 when the target is %s', async (_name, name, message) => {
    const path = createTemporaryFolder();
    const { exitCode, err } = await (await createFilledWorld()).run(['export', 'products', '-o', path(name)]);
    expect(exitCode).toBe(11);
    expect(err).toContain(message);
    expect(existsSync(path('none'))).toBe(false);
  });

  it('[R-MIG-04] prints one result object with --json, which requires a file', async () => {
    const file = createTemporaryFolder()('p.ndjson');
    const world = await createFilledWorld();
    const { out, err } = await world.run(['export', 'products', '-o', file, '--json']);
    expect(JSON.parse(out)).toMatchObject({ ok: true, command: 'export', format: 'ndjson', documents: 3 });
    expect(err).toBe('');
    expect(await world.run(['export', 'products', '--json'])).toMatchObject({ exitCode: 2 });
  });
});
