import { readFileSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCliWorld } from './support/cli-run.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const GOOD = ['{"FBUID":"a","n":1}', '{"FBUID":"c","n":3}'];
const BAD = ['{"FBUID":"b","n":1,"n":2}', '{"FBUID":"d","a/b":[[1]]}', '{"FBUID":"e",}'];
const TEXT = `${[GOOD[0], BAD[0], BAD[1], GOOD[1], BAD[2]].join('\n')}\n`;

interface RejectLine {
  readonly [field: string]: unknown;
  readonly raw: string;
}

function readRejects(file: string): RejectLine[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as RejectLine);
}

describe('nankeen import --continue', () => {
  it('[R-MIG-05] imports the valid documents, exits with 4 and saves the invalid ones to a file', async () => {
    const path = createTemporaryFolder();
    const world = createCliWorld();
    const rejects = path('rejects.ndjson');
    const args = ['import', 'notes', '-', '--continue', '--rejects', rejects];
    const { exitCode, err } = await world.run(args, TEXT);
    expect(exitCode).toBe(4);
    expect(err).toContain('NDJSON: 2 documents valid, 3 invalid.');
    expect(err).toContain('2 created, 0 replaced, 0 unchanged');
    expect(err).toContain('standard input has 4 problems, so 3 documents were skipped.');
    expect(err).toContain(`Correct the raw values in ${rejects}, then: nankeen import notes ${rejects}`);
    expect((await world.run(['export', 'notes'])).out).toBe(`${GOOD.join('\n')}\n`);
    expect(readRejects(rejects)).toMatchObject([
      { line: 2, byte: 39, id: null, code: 'duplicate-key', path: 'n', raw: BAD[0] },
      { line: 3, byte: 46, id: 'd', code: 'forbidden-character', path: 'a/b', raw: BAD[1] },
      { line: 5, byte: 105, id: null, code: 'invalid-json', raw: BAD[2] },
    ]);
    expect(statSync(rejects).mode & 0o777).toBe(0o600);
  });

  it('[R-MIG-05] imports a reject file: with the same problems before a correction, and the documents after it', async () => {
    const path = createTemporaryFolder();
    const world = createCliWorld();
    const [first, second] = [path('first.ndjson'), path('second.ndjson')];
    await world.run(['import', 'notes', '-', '--continue', '--rejects', first], TEXT);
    const again = await world.run(['import', 'notes', first, '--continue', '--rejects', second]);
    expect(again).toMatchObject({ exitCode: 4 });
    const codes = (file: string) => readRejects(file).map(({ code, raw }) => [code, raw]);
    expect(codes(second)).toEqual(codes(first));
    const corrected = readRejects(second).map((line, index) => ({ ...line, raw: `{"FBUID":"r${index}"}` }));
    writeFileSync(second, corrected.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await world.run(['import', 'notes', second])).toMatchObject({ exitCode: 0 });
    expect((await world.run(['export', 'notes'])).out).toContain(
      '{"FBUID":"r0"}\n{"FBUID":"r1"}\n{"FBUID":"r2"}\n',
    );
  });

  it('[R-MIG-05] keeps invalid UTF-8, and writes each document once, however many problems it has', async () => {
    const file = createTemporaryFolder()('r.ndjson');
    const bytes = Buffer.from('{"FBUID":"a","t":"\xe9"}\n', 'latin1');
    const world = createCliWorld();
    await world.run(['import', 'notes', '-', '--continue', '--rejects', file], [bytes]);
    const [line] = readRejects(file);
    expect(Buffer.from(String(line?.['rawBase64']), 'base64')).toEqual(bytes.subarray(0, -1));
    const table = 'FBUID,a:json,b:json\nx,{,[\ny,1,2\n';
    await world.run(['import', 'cells', '-', '--continue', '--rejects', file], table);
    expect(readRejects(file)).toMatchObject([
      { line: 2, path: 'a', also: [{ path: 'b' }], raw: '{"FBUID":"x","a:json":"{","b:json":"["}' },
    ]);
    expect((await world.run(['export', 'cells'])).out).toBe('{"FBUID":"y","a":1,"b":2}\n');
  });

  it('[R-MIG-05] skips a product with an unreadable price, and imports the others of the table', async () => {
    const world = createCliWorld();
    const table = 'productName,STUPID,productCategory,price\nA,prod_a,drones,POA\nB,prod_b,drones,10\n';
    const { exitCode, err } = await world.run(['import', 'products', '-', '--continue'], table);
    expect(exitCode).toBe(4);
    expect(err).toContain('so 1 document was skipped.');
    expect((await world.run(['export', 'products'])).out).toMatch(/^\{"FBUID":"b"[^\n]*\n$/);
  });

  it('[R-MIG-05] reports that the import is done when its rejects can’t be fetched', async () => {
    const file = createTemporaryFolder()('r.ndjson');
    const world = createCliWorld();
    world.intercept = (path) => {
      if (path.endsWith('/rejects')) throw new TypeError('fetch failed');
      return undefined;
    };
    const run = await world.run(['import', 'notes', '-', '--continue', '--rejects', file], TEXT);
    expect(run.exitCode).toBe(7);
    expect(run.err).toContain(
      'The import is done, but its rejects could not be saved. See: nankeen jobs watch',
    );
    expect(existsSync(file)).toBe(false);
    expect((await world.run(['count', 'notes'])).out).toBe('2\n');
  });

  it('[R-MIG-05] writes no reject file without --continue, or when the input can’t be read', async () => {
    const file = createTemporaryFolder()('r.ndjson');
    const world = createCliWorld();
    expect(await world.run(['import', 'notes', '-', '--rejects', file], TEXT)).toMatchObject({ exitCode: 2 });
    const args = ['import', 'notes', file, '--continue', '--rejects', file];
    expect(await world.run(args)).toMatchObject({ exitCode: 11 });
    expect(existsSync(file)).toBe(false);
  });
});
