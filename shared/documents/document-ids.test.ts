import { describe, expect, it } from 'vitest';
import {
  findCollectionNameProblem,
  findIdBreach,
  findIdProblem,
  utf8Length,
} from '#shared/documents/document-ids.ts';

describe('ids and collection names', () => {
  it.each([
    ['', 'missing-id'],
    [7, 'missing-id'],
    [null, 'missing-id'],
    [undefined, 'missing-id'],
    ['.', 'id-of-dots'],
    ['..', 'id-of-dots'],
    ['a/b', 'id-with-slash'],
    ['__a__', 'id-with-underscores'],
    ['___', 'id-with-underscores'],
    ['create', 'reserved-id'],
    ['pull', 'reserved-id'],
    ['push', 'reserved-id'],
    ['checksum', 'reserved-id'],
    ['ä'.repeat(751), 'id-too-long'],
    ['a\0', 'unstorable-id'],
    ['\ud83d', 'unstorable-id'],
  ])('[R-ENT-01] %j is no document id: %s', (id, rule) => {
    expect(findIdBreach(id)).toBe(rule);
    expect(findIdProblem(id)).toMatch(/\.$/);
  });

  it.each([
    [undefined, 'The document has no id.'],
    ['', 'The id is empty.'],
    [7, 'The id is of type Number; it must be text.'],
    ['a/b', 'The id "a/b" contains a slash.'],
    ['..', 'The id ".." has a meaning of its own in addresses.'],
    ['__a__', 'The id "__a__" starts and ends with two underscores.'],
    ['pull', 'The id "pull" is reserved.'],
    ['ä'.repeat(751), 'The id has 1502 bytes; at most 1500 are allowed.'],
    ['a\0', 'The id "a\\u0000" has half a character pair or the character U+0000.'],
  ])('[R-ENT-01] the error message for the id %j contains its value', (id, message) => {
    expect(findIdProblem(id)).toBe(message);
  });

  it.each(['recon-vtol', 'Create', 'pull-2', 'a.b', '__a', '日本', 'ä'.repeat(750)])(
    '[R-ENT-01] %j is a document id',
    (id) => expect(findIdProblem(id)).toBeUndefined(),
  );

  it.each(['', '1st', 'a b', 'a/b', '../x', '__proto__', 'stream', 'changes', 'a'.repeat(65)])(
    '[PU5] %j names no collection',
    (name) => expect(findCollectionNameProblem(name)).toMatch(/\.$/),
  );

  it.each(['products', 'ukraines', 'human', 'Old_products-2024', 'a'.repeat(64)])(
    '[PU5] %j names a collection',
    (name) => expect(findCollectionNameProblem(name)).toBeUndefined(),
  );

  it.each(['', 'abc', 'ä€🚁', '\u0000\u007f\u0080\u07ff\u0800\uffff'])(
    '[R-ENT-01] the length of %j is counted in UTF-8 bytes',
    (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    },
  );
});
