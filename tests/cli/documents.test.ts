import { describe, expect, it } from 'vitest';
import { createCliWorld } from './support/cli-run.ts';
import { sampleProduct, toNdjson } from './support/samples.ts';

const RED = '\u001b[31m';
const GREEN = '\u001b[32m';
const END = '\u001b[0m';

/** A product that is renamed to `Second`, then deleted. */
async function createStory() {
  const world = createCliWorld();
  const { STUPID: _price, ...changed } = { ...sampleProduct('a'), productName: 'Second', STUPID: undefined };
  await world.run(['import', 'free', '-'], toNdjson([sampleProduct('a')]));
  await world.run(['import', 'free', '-'], toNdjson([changed]));
  await world.server.request('/testing/data/free/a', { method: 'DELETE', as: 'admin' });
  const { out } = await world.run(['history', 'free', 'a', '--json']);
  const { entries } = JSON.parse(out) as { entries: { at: string; operation: string }[] };
  return { world, times: entries.map(({ at }) => at), operations: entries.map(({ operation }) => operation) };
}

describe('nankeen count and get', () => {
  it('[R-MIG-02] prints the number of documents', async () => {
    const world = createCliWorld();
    await world.run(['import', 'products', '-'], toNdjson([sampleProduct('a'), sampleProduct('b')]));
    expect(await world.run(['count', 'products'])).toMatchObject({ exitCode: 0, out: '2\n', err: '' });
    const { exitCode, err } = await world.run(['count', 'producs']);
    expect(exitCode).toBe(3);
    expect(err).toContain('There is no collection "producs".');
  });

  it('[R-MIG-02] counts one collection without reading the others, even for a mistyped name', async () => {
    const world = createCliWorld();
    await world.run(['import', 'products', '-'], toNdjson([sampleProduct('a')]));
    await world.run(['import', 'stores', '-'], '{"FBUID":"a"}');
    await world.server.request('/testing/data/stores/a', { method: 'DELETE', as: 'admin' });
    expect(await world.run(['count', 'products'])).toMatchObject({ exitCode: 0, out: '1\n' });
    expect(await world.run(['count', 'stores'])).toMatchObject({ exitCode: 0, out: '0\n' });
    expect(await world.run(['count', 'contacts'])).toMatchObject({ exitCode: 0, out: '0\n' });
    for (const args of [['count'], ['export'], ['copy', '--dry-run', 'storse'], ['validate']]) {
      const { exitCode, err } = await world.run([...args, args.length === 3 ? 'archive' : 'storse']);
      expect({ args, exitCode, err }).toMatchObject({ args, exitCode: 3 });
      expect(err).toContain('There is no collection "storse".');
    }
    expect(world.calls).not.toContain('/api/v1/admin/collections');
  });

  it('[R-MIG-02] every command that reads a collection exits with 3 for one that does not exist', async () => {
    const world = createCliWorld();
    for (const args of [
      ['fields', 'nope'],
      ['rejections', '--collection', 'nope'],
      ['get', 'nope', 'x'],
      ['history', 'nope', 'x'],
      ['restore', 'nope', 'x', '--at', '2026-11-21T00:00:00Z'],
    ]) {
      const { exitCode, out, err } = await world.run(args);
      expect({ args, exitCode, out }).toEqual({ args, exitCode: 3, out: '' });
      expect(err).toContain('There is no collection "nope".');
    }
    expect(await world.run(['rejections', '--collection', 'contacts'])).toMatchObject({ exitCode: 0 });
    await world.run(['import', 'free', '-'], '{"FBUID":"a"}');
    expect((await world.run(['get', 'free', 'x'])).err).not.toContain('no collection');
    expect(await world.run(['history', 'free', 'x'])).toMatchObject({ exitCode: 3, out: '' });
  });

  it('[R-MIG-02] prints a document as an export writes it, whatever the names of its fields', async () => {
    const world = createCliWorld();
    const text = '{"FBUID":"a","constructor":{"prototype":1},"price":1.50,"n":[]}';
    await world.run(['import', 'free', '-'], text);
    const { out } = await world.run(['get', 'free', 'a']);
    expect(JSON.parse(out)).toEqual(JSON.parse(text));
    expect(await world.run(['get', 'free', 'b'])).toMatchObject({ exitCode: 3, out: '' });
  });

  it('[R-SHP-04] terminal escapes in data are made visible', async () => {
    const world = createCliWorld();
    const document = { FBUID: 'a', name: '\u001b[2J\u009b\u202e' };
    await world.run(['import', 'free', '-'], toNdjson([document]));
    for (const args of [['get'], ['get', '--json'], ['history', '--diff'], ['history', '--json']]) {
      const { out } = await world.run([args[0] ?? '', 'free', 'a', ...args.slice(1)]);
      expect(out).toContain(String.raw`\u001b[2J\u009b\u202e`);
      expect(out).not.toMatch(/[\u0080-\u009f\p{Bidi_Control}]|(?!\n)[\p{Cc}]/u);
    }
  });
});

describe('nankeen delete', () => {
  it('[R-MIG-02] deletes a document after confirmation, and prints the command that restores it', async () => {
    const world = createCliWorld();
    await world.run(['import', 'free', '-'], '{"FBUID":"a","n":1}');
    expect(await world.run(['delete', 'free', 'a'])).toMatchObject({ exitCode: 2 });
    expect(await world.run(['count', 'free'])).toMatchObject({ out: '1\n' });
    const { exitCode, err } = await world.run(['delete', 'free', 'a', '--yes']);
    expect(exitCode).toBe(0);
    expect(await world.run(['count', 'free'])).toMatchObject({ out: '0\n' });
    const [, restore = ''] = /^Restore it with: nankeen (.+)$/m.exec(err) ?? [];
    expect(await world.run(restore.split(' '))).toMatchObject({ exitCode: 0 });
    expect((await world.run(['get', 'free', 'a'])).out).toContain('"n": 1');
    const history = await world.run(['history', 'free', 'a', '--json']);
    expect(JSON.parse(history.out)).toMatchObject({
      entries: [{}, { operation: 'delete', updatedBy: 'admin' }, { operation: 'create' }],
    });
    expect(await world.run(['delete', 'free', 'b', '--yes'])).toMatchObject({ exitCode: 3 });
    expect((await world.run(['delete', 'none', 'b', '--yes'])).err).toContain('no collection "none"');
    await world.run(['delete', 'free', 'a', '--yes']);
    expect((await world.run(['delete', 'free', 'a', '--yes'])).err).toContain('"a" is already deleted.');
  });

  it('[R-MIG-02] a collection whose documents are all deleted is listed only with --all', async () => {
    const world = createCliWorld();
    await world.run(['import', 'free', '-'], '{"FBUID":"a"}');
    await world.run(['import', 'gone', '-'], '{"FBUID":"a"}');
    await world.run(['delete', 'gone', 'a', '--yes']);
    const { out, err } = await world.run(['collections']);
    expect(out).not.toContain('gone');
    expect(err).toBe('1 empty collection not shown; --all shows all.\n');
    expect((await world.run(['collections', '--all'])).out).toMatch(/^gone +0 +1 /m);
  });
});

describe('nankeen history and restore', () => {
  it('[R-MIG-02] lists the writes of a document, newest first, and what each changed', async () => {
    const { world, times, operations } = await createStory();
    expect(operations).toEqual(['delete', 'update', 'create']);
    const { out, err } = await world.run(['history', 'free', 'a', '--diff', '--limit', '2']);
    expect(out).toBe(
      [
        'time                      write   by     device',
        `${times[0]}  delete  admin  –`,
        `${times[1]}  update  admin  –`,
        '    - STUPID: "prod_a"',
        '    - productName: "Product a"',
        '    + productName: "Second"',
        '',
      ].join('\n'),
    );
    expect(err).toBe('There are older writes; --limit shows more.\n');
  });

  it('[R-SHP-04] shows removed values in red and added values in green, on a terminal', async () => {
    const { world } = await createStory();
    world.hasColours = true;
    const { out } = await world.run(['history', 'free', 'a', '--diff']);
    expect(out).toContain(
      `    ${RED}- productName: "Product a"${END}\n    ${GREEN}+ productName: "Second"${END}\n`,
    );
  });

  it('[R-MIG-02] restores the state of a write, even after a deletion', async () => {
    const { world, times } = await createStory();
    const { exitCode, err } = await world.run(['restore', 'free', 'a', '--at', times[1] ?? '']);
    expect({ exitCode, err }).toEqual({
      exitCode: 0,
      err: `Restored "a" as it was written at ${times[1]}.\n`,
    });
    const { out } = await world.run(['get', 'free', 'a', '--json']);
    expect(JSON.parse(out)).toMatchObject({ document: { productName: 'Second' } });
  });

  it('[R-MIG-02] restores the state at any time between two writes', async () => {
    const { world, times } = await createStory();
    const between = new Date(Date.parse(times[1] ?? '') - 1).toISOString();
    expect(await world.run(['restore', 'free', 'a', '--at', between])).toMatchObject({ exitCode: 0 });
    const { out } = await world.run(['get', 'free', 'a', '--json']);
    expect(JSON.parse(out)).toMatchObject({ document: { productName: 'Product a' } });
  });

  it.each([
    ['before its creation', '2001-01-01T00:00:00Z', 3, 'did not exist yet'],
    ['after its deletion', '2100-01-01T00:00:00Z', 3, 'was already deleted at'],
    ['on a day that does not exist', '2026-02-30T00:00:00Z', 2, 'It must be a time such as'],
    ['at a time without offset', '2026-02-20T00:00:00', 2, 'It must be a time such as'],
  ])('[R-MIG-02] restores nothing %s', async (_name, at, exitCode, message) => {
    const { world } = await createStory();
    const run = await world.run(['restore', 'free', 'a', '--at', at]);
    expect(run.exitCode).toBe(exitCode);
    expect(run.err).toContain(message);
    expect(await world.run(['get', 'free', 'a'])).toMatchObject({ exitCode: 3 });
  });
});

describe('nankeen fields', () => {
  const field = { documents: 1000, types: { text: 1000 }, example: '"A"', issue: null };
  const inventory = {
    documents: 1000,
    isCut: true,
    fields: [
      { ...field, path: 'FBUID' },
      { ...field, path: 'lines[].price', documents: 999, types: { null: 4, number: 995 }, example: '1' },
      {
        ...field,
        path: 'lines[].x~\u001b[2J',
        documents: 1,
        example: `"${'x'.repeat(70)}"`,
        issue: 'reserved',
      },
    ],
  };

  it('[R-MIG-06] shows path, share, types, an example and the rule that a name breaks', async () => {
    const world = createCliWorld();
    world.intercept = (path) => (path.endsWith('/free/fields') ? Response.json(inventory) : undefined);
    const { exitCode, out, err } = await world.run(['fields', 'free']);
    expect(exitCode).toBe(0);
    expect(out).toBe(
      [
        `field                present  types               example${' '.repeat(35)}issue`,
        `FBUID                   100%  text                "A"`,
        `lines[].price            99%  number 995, null 4  1`,
        `lines[].x~\\u001b[2J      <1%  text                "${'x'.repeat(38)}…  reserved`,
        '',
      ].join('\n'),
    );
    expect(err).toBe('The list is truncated: there are more fields.\n');
  });

  it('[R-MIG-06] prints the same as one object with --json', async () => {
    const world = createCliWorld();
    world.intercept = (path) => (path.endsWith('/free/fields') ? Response.json(inventory) : undefined);
    const { out } = await world.run(['fields', 'free', '--json']);
    expect(JSON.parse(out)).toEqual({ ok: true, command: 'fields', collection: 'free', ...inventory });
  });
});
