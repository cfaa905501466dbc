import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createCliWorld, type CliWorld } from './support/cli-run.ts';

const note = (id: string, text = 'x') => `{"FBUID":"${id}","text":"${text}"}\n`;

async function importNotes(input: string | readonly Uint8Array[], ...options: string[]) {
  const world = createCliWorld();
  const run = await world.run(['import', 'notes', '-', ...options], input);
  return { ...run, world };
}

async function idsOf(world: CliWorld): Promise<string[]> {
  const { out } = await world.run(['export', 'notes', '--quiet']);
  const lines = out.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { readonly FBUID: string }).FBUID);
}

/** Splits into chunks of this size in bytes. */
function cut(text: string | Buffer, size: number): Uint8Array[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe('an import of unusual input', { timeout: 60_000 }, () => {
  it('[R-MIG-05] a lone CR does not end a line', async () => {
    const { exitCode, world } = await importNotes('{"FBUID":"a",\r"text":"x"}\r\n{"FBUID":"b"}\r\n');
    expect(exitCode).toBe(0);
    expect(await idsOf(world)).toEqual(['a', 'b']);
  });

  it('[R-MIG-05] recognizes a byte order mark that is split into three chunks, also within gzip', async () => {
    const text = Buffer.from(`\ufeff${note('a')}`);
    expect(await importNotes(cut(text, 1))).toMatchObject({ exitCode: 0 });
    expect(await importNotes(cut(gzipSync(text), 1))).toMatchObject({ exitCode: 0 });
  });

  it('[R-MIG-05] reads a gzip file of several members, recognized by its content', async () => {
    const bytes = Buffer.concat([gzipSync(note('a')), gzipSync(note('b'))]);
    const { err, world } = await importNotes([bytes]);
    expect(err).toContain('NDJSON, packed: 2 documents, all valid.');
    expect(await idsOf(world)).toEqual(['a', 'b']);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -12), 'is cut off: gzip could unpack'],
    [
      'damaged',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -8), Buffer.alloc(8, 1)]),
      'is damaged: gzip could unpack',
    ],
  ])('[R-MIG-05] a gzip file that is %s writes nothing', async (_name, damage, message) => {
    const whole = gzipSync(Array.from({ length: 2_000 }, (_, index) => note(`n${index}`)).join(''));
    const { exitCode, err, world } = await importNotes([damage(whole)]);
    expect({ exitCode, ids: await idsOf(world) }).toEqual({ exitCode: 4, ids: [] });
    expect(err).toContain(message);
    expect(err).not.toMatch(/^ +at /m);
  });

  it.each([
    ['__proto__', '{"FBUID":"b","__proto__":{"x":1}}', '__proto__ ', 'reserved-field-name'],
    ['a duplicate key', '{"FBUID":"b","a":1,"a":2}', 'a ', 'duplicate-key'],
    ['a lone surrogate', '{"FBUID":"b","a":"\\ud800"}', 'a ', 'lone-surrogate'],
    ['1e400', '{"FBUID":"b","a":[1e400]}', 'a[0] ', 'inexact-number'],
    ['9007199254740993', '{"FBUID":"b","a":9007199254740993}', 'a ', 'inexact-number'],
    ['a nested array', '{"FBUID":"b","a":{"c":[[1]]}}', 'a.c[0] ', 'nested-array'],
    ['a reserved name', '{"FBUID":"b","a":{"__c__":1}}', 'a.__c__ ', 'reserved-field-name'],
    ['an id with a slash', '{"FBUID":"b/c"}', 'FBUID ', 'id-with-slash'],
    ['an id of dots', '{"FBUID":".."}', 'FBUID ', 'id-of-dots'],
    ['a reserved id', '{"FBUID":"pull"}', 'FBUID ', 'reserved-id'],
    ['an id with U+0000', '{"FBUID":"b\\u0000"}', 'FBUID ', 'unstorable-id'],
    ['an array as id', '{"FBUID":[1]}', 'FBUID ', 'missing-id'],
    ['no object', '[1]', '', 'not-an-object'],
  ])('[R-MIG-05] %s is refused with line, byte, path and code', async (_name, line, path, code) => {
    const text = `${note('a')}${line}\n`;
    const { exitCode, err } = await importNotes(text);
    expect(exitCode).toBe(4);
    expect(err).toMatch(/^ {2}line 2[^\n]*\(byte \d+\)/m);
    const { out } = await importNotes(text, '--json');
    const { problems } = JSON.parse(out) as { readonly problems: readonly Record<string, unknown>[] };
    expect(problems).toMatchObject([{ line: 2, code, ...(path === '' ? {} : { path: path.trim() }) }]);
    expect(err).toContain(`(${code})`);
    expect(err).not.toMatch(/^ +at /m);
  });

  it('[R-MIG-05] invalid UTF-8 is refused with line and byte, also in an array over several lines', async () => {
    const wrong = Buffer.from('[\n{"FBUID":"a"},\n{"FBUID":"b",\n"t":"caf#"}]');
    wrong[wrong.indexOf('#')] = 0xe9;
    const { exitCode, err } = await importNotes([wrong]);
    expect(exitCode).toBe(4);
    expect(err).toContain(
      'line 4 (byte 39)  This is not UTF-8 text; save the file as UTF-8. (invalid-utf-8)',
    );
  });

  it('[R-MIG-05] documents without an id get one and are counted; with --id-field, each must have it', async () => {
    const { exitCode, err } = await importNotes('{"sku":"s1"}\n{"name":"x"}\n');
    expect({ exitCode, note: err.includes('2 documents have no id and get a new one') }).toEqual({
      exitCode: 0,
      note: true,
    });
    const many = await importNotes('{}\n'.repeat(1_200), '--dry-run');
    expect(many.err).toContain('Note: 1,200 documents have no id and get a new one');
    const second = await importNotes('{"sku":"s1"}\n{"name":"x"}\n', '--id-field', 'sku');
    expect(second.exitCode).toBe(4);
    expect(second.err).toMatch(
      /line 2 \(byte 13\) +There is no text or whole number in sku .* \(missing-id\)/,
    );
  });

  it('[R-MIG-05] astral characters in ids are ordered by their bytes, as the store does', async () => {
    const ids = ['a', 'ﬁ', '\u{1f600}', 'z', '\uffff'];
    const { world } = await importNotes(ids.map((id) => note(id)).join(''));
    expect(await idsOf(world)).toEqual(
      [...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  it.each([
    ['a line', (text: string) => `${note('a')}{"FBUID":"b","text":"${text}"}\n${note('c')}`],
    [
      'an element of an array',
      (text: string) => `[{"FBUID":"a"},\n{"FBUID":"b","text":"${text}"},{"FBUID":"c"}]`,
    ],
  ])('[R-MIG-05] %s of 50 MB is read in linear time and refused with its position', async (_name, toText) => {
    const bytes = cut(toText('x'.repeat(50_000_000)), 65_536);
    const { exitCode, err, world } = await importNotes(bytes, '--continue');
    expect(exitCode).toBe(4);
    expect(err).toMatch(/line 2 \(byte \d+\) +This is larger than 16 MiB; .* \(document-too-large\)/);
    expect(await idsOf(world)).toEqual(['a', 'c']);
  });

  it('[R-MIG-05] a document of more than 1 MiB is refused before anything is sent', async () => {
    const { exitCode, err, world } = await importNotes(note('a') + note('b', 'x'.repeat(1_100_000)));
    expect({ exitCode, ids: await idsOf(world) }).toEqual({ exitCode: 4, ids: [] });
    expect(err).toMatch(/The document has \d+ bytes; at most 1048576 \(1024 KiB\) are allowed\./);
  });

  it.each([
    ['a workbook', [0x50, 0x4b, 3, 4, 20, 0], 'is a workbook or zip file; save the sheet as "CSV UTF-8".'],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], 'is a PNG picture.'],
    ['a PDF', [...Buffer.from('%PDF-1.7')], 'is a PDF.'],
    [
      'a database',
      [...Buffer.from('SQLite format 3\0')],
      'is an SQLite database; export its documents as JSON.',
    ],
  ])('[R-MIG-05] %s is named, also within gzip', async (_name, bytes, message) => {
    for (const input of [Uint8Array.from(bytes), gzipSync(Uint8Array.from(bytes))]) {
      const { exitCode, err, world } = await importNotes([input]);
      expect({ exitCode, ids: await idsOf(world) }).toEqual({ exitCode: 4, ids: [] });
      expect(err).toContain(`standard input ${message} Nothing was written.`);
    }
  });
});
