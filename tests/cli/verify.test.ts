import { readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { createCoreServer } from '../support/core-server.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createCliWorld } from './support/cli-run.ts';
import { sampleProduct, SHOPIFY_CSV, toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const A = { FBUID: 'a', lines: [{ price: 1 }, { price: 2 }] };
const B = { FBUID: 'b', text: 'b' };
const C = { FBUID: 'c', text: 'c' };

async function createFilledWorld() {
  const world = createCliWorld();
  await world.run(['import', 'notes', '-'], toNdjson([C, B, A]));
  return world;
}

describe('nankeen verify', () => {
  it('[R-MIG-02] a collection equals its export in any order and format', async () => {
    const world = await createFilledWorld();
    const path = createTemporaryFolder();
    const { lines, FBUID } = A;
    const files = {
      'notes.ndjson': toNdjson([B, { lines, FBUID }, C]),
      'notes.json.gz': gzipSync(JSON.stringify([C, A, B])),
    };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(path(name), content);
      const { exitCode, out, err } = await world.run(['verify', 'notes', path(name)]);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      const sums = [...out.matchAll(/ 3 +([0-9a-f]{64})$/gm)].map(([, sum]) => sum);
      expect(sums).toHaveLength(2);
      expect(sums[0]).toBe(sums[1]);
    }
  });

  it('[R-MIG-02] names the missing ids and the paths that differ, and exits with 9', async () => {
    const world = await createFilledWorld();
    const changed = { FBUID: 'a', lines: [{ price: 1 }, { price: 9 }], extra: true };
    await world.run(['import', 'others', '-'], toNdjson([changed, C, { FBUID: 'd' }]));
    const { exitCode, out, err } = await world.run(['verify', 'notes', 'others']);
    expect(exitCode).toBe(9);
    expect(out.split('\n').slice(4, -1)).toEqual([
      'different: a  lines[1].price, extra',
      'only in notes: b',
      'only in others: d',
    ]);
    expect(err).toBe(
      'nankeen: notes and others differ: 1 document only in notes, 1 document only in others, 1 document different.\n',
    );
    const result = JSON.parse((await world.run(['verify', 'notes', 'others', '--json'])).out) as object;
    expect(result).toMatchObject({
      ok: false,
      exitCode: 9,
      same: false,
      differences: [
        { id: 'a', kind: 'different', paths: ['lines[1].price', 'extra'] },
        { id: 'b' },
        { id: 'd' },
      ],
    });
    const limited = await world.run(['verify', 'notes', 'others', '--limit', '1']);
    expect(limited.out).not.toContain('only in notes: b');
  });

  it('[R-MIG-02] a table of products without createdAt equals the collection', async () => {
    const clock = createTestClock();
    const world = createCliWorld(undefined, createCoreServer(undefined, clock));
    const { createdAt: _createdAt, ...product } = sampleProduct('a');
    await world.run(['import', 'products', '-'], toNdjson([product]));
    clock.advance(60_000);
    expect(await world.run(['verify', 'products', '-'], toNdjson([product]))).toMatchObject({ exitCode: 0 });
    expect(await world.run(['verify', '-', 'products'], toNdjson([product]))).toMatchObject({ exitCode: 0 });
    const dated = { ...product, createdAt: '2020-01-01T00:00:00.000+11:00' };
    expect(await world.run(['verify', 'products', '-'], toNdjson([dated]))).toMatchObject({ exitCode: 9 });
  });

  it('[R-MIG-02] reads a file with the options it was imported with', async () => {
    const world = createCliWorld();
    const text = toNdjson([
      { sku: 's2', name: 'B' },
      { sku: 's1', name: 'A' },
    ]);
    const options = ['--id-field', 'sku', '--map', 'name=title'];
    await world.run(['import', 'parts', '-', ...options], text);
    expect(await world.run(['verify', 'parts', '-', ...options], text)).toMatchObject({ exitCode: 0 });
    const table = 'FBUID,price\nx,326\n';
    const detect = ['--format', 'csv', '--types', 'detect'];
    await world.run(['import', 'cells', '-', ...detect], table);
    expect(await world.run(['verify', 'cells', '-', ...detect], table)).toMatchObject({ exitCode: 0 });
    expect(await world.run(['verify', 'cells', '-', '--format', 'csv'], table)).toMatchObject({
      exitCode: 9,
    });
  });

  it('[R-MIG-02] reports that a file without ids can’t be compared', async () => {
    const world = await createFilledWorld();
    const { exitCode, err } = await world.run(['verify', 'notes', '-'], '{"name":"A"}\n{"name":"B"}\n');
    expect(exitCode).toBe(4);
    expect(err).toBe(
      "nankeen: The documents of standard input have no ids, so they can't be matched. Nothing was compared.\n" +
        'Name the field that holds the id with --id-field.\n',
    );
  });

  it('[R-MIG-02] exits with 4 for an invalid file, with 3 for a missing collection', async () => {
    const world = await createFilledWorld();
    const { exitCode, err } = await world.run(['verify', 'notes', '-'], '{"FBUID":"a","FBUID":"b"}\n');
    expect(exitCode).toBe(4);
    expect(err).toContain('standard input has 1 problem, so nothing was compared.');
    expect(await world.run(['verify', 'notes', 'none'])).toMatchObject({ exitCode: 3 });
    // No uploaded file stays on the server.
    const folder = dirname(world.server.uploads.pathOf('x'));
    const uploads = world.calls.flatMap((path) => /\/uploads\/(\w{10,})/.exec(path)?.[1] ?? []);
    expect(uploads).not.toEqual([]);
    const left = readdirSync(folder).filter((name) => uploads.some((id) => name.startsWith(id)));
    expect(left).toEqual([]);
  });
});

describe('nankeen validate', () => {
  const SERVER = ['--server', 'http://localhost:8787'];

  it('[R-DOC-01] lists the problems of a file with line, byte, id, path and code', async () => {
    const world = createCliWorld();
    const text = `${JSON.stringify(A)}\n{"FBUID":"x","a":[[1]]}\n`;
    const { exitCode, err } = await world.run(['validate', '-', ...SERVER], text);
    expect(exitCode).toBe(4);
    expect(err).toContain('Standard input has 1 problem, so it breaks the document rules.');
    expect(err).toMatch(
      /line 2 \(byte 48\) +x +a\[0\] +This array is directly inside another array; put it into an object\. \(nested-array\)/,
    );
    expect((await world.run(['jobs'])).err).toBe('There are no jobs yet.\n');
  });

  it('[R-DOC-01] needs neither a server nor a token for a file, and leaves nothing behind', async () => {
    const folder = createTemporaryFolder();
    vi.stubEnv('TMPDIR', folder());
    const world = createCliWorld({});
    const run = await world.run(['validate', '-'], toNdjson([B])).finally(() => vi.unstubAllEnvs());
    expect(run).toEqual({ exitCode: 0, out: '', err: '1 document, all valid.\n' });
    expect(world.calls).toEqual([]);
    expect(readdirSync(folder())).toEqual([]);
  }, 240_000);

  it('[R-DOC-01] checks a file against the schema of its collection', async () => {
    const world = createCliWorld();
    expect(await world.run(['validate', '-', ...SERVER], toNdjson([B]))).toMatchObject({ exitCode: 0 });
    const args = ['validate', '-', '--as', 'products', ...SERVER];
    const { exitCode, err } = await world.run(args, toNdjson([B]));
    expect({ exitCode, hasCode: err.includes('(unknown-field)') }).toEqual({ exitCode: 4, hasCode: true });
  });

  it('[R-DOC-01] reads a file with the options of an import', async () => {
    const world = createCliWorld();
    const table = SHOPIFY_CSV.replace('Drone batteries', 'Jewellery').replace('Pack 6S', 'Necklace');
    const args = ['validate', '-', '--as', 'products', ...SERVER];
    const unsure = await world.run(args, table);
    expect(unsure.exitCode).toBe(4);
    expect(unsure.err).toContain('--category drones, batteries or propellers');
    expect(await world.run([...args, '--category', 'drones'], table)).toMatchObject({ exitCode: 0 });
    expect(await world.run(['validate', '-', '--category', 'drones'], table)).toMatchObject({ exitCode: 2 });
  });

  it('[R-DOC-01] reports a valid collection, and exits with 3 for a missing one', async () => {
    const world = await createFilledWorld();
    expect(await world.run(['validate', 'notes'])).toEqual({
      exitCode: 0,
      out: '',
      err: '3 documents, all valid.\n',
    });
    expect(await world.run(['validate', 'none'])).toMatchObject({ exitCode: 3 });
    for (const option of [
      ['--as', 'products'],
      ['--id-field', 'sku'],
    ])
      expect(await world.run(['validate', 'notes', ...option])).toMatchObject({ exitCode: 2 });
  });

  it('[R-DOC-01] names the id of a stored document that breaks a current rule', async () => {
    const world = createCliWorld();
    const lines = '{"FBUID":"old","a/b":1}\n{"__end__":true,"documents":1}\n';
    world.intercept = (address) => (address.includes('/admin/export/') ? new Response(lines) : undefined);
    const { exitCode, err } = await world.run(['validate', 'notes']);
    expect(exitCode).toBe(4);
    expect(err).toMatch(
      /^ +old +a\/b +The field name "a\/b" contains \/, which is not allowed\. \(forbidden-character\)$/m,
    );
  });
});
