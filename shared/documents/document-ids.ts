import { LONE_SURROGATE } from '#shared/kernel/code-points.ts';
import { isReservedName, typeOf } from './document-rules.ts';
import { quote } from './field-path.ts';

/** Path segments next to `{collection}/{id}`, now or in an earlier protocol, which can't be document ids. */
export const RESERVED_IDS: readonly string[] = ['create', 'pull', 'push', 'checksum'];

/** Path segments next to `{collection}`, which can't be collection names. */
export const RESERVED_COLLECTIONS: readonly string[] = ['stream', 'changes'];

const MAX_ID_BYTES = 1500;

/** The rules of a document's id; the codes are stable. */
export const ID_RULES = {
  'missing-id': 'A document id is a text that is not empty.',
  'id-with-slash': 'A document id contains no slash.',
  'id-of-dots': 'A document id is neither . nor .. .',
  'id-with-underscores': 'A document id does not both start and end with two underscores.',
  'reserved-id': 'This id is reserved.',
  'id-too-long': 'A document id has at most 1500 bytes.',
  'unstorable-id': 'A document id is valid Unicode and has no character U+0000.',
} as const;

export type IdRule = keyof typeof ID_RULES;

/** The rule that an id breaks, if any. */
export function findIdBreach(id: unknown): IdRule | undefined {
  if (typeof id !== 'string' || id === '') return 'missing-id';
  if (id.includes('/')) return 'id-with-slash';
  if (id === '.' || id === '..') return 'id-of-dots';
  if (isReservedName(id)) return 'id-with-underscores';
  if (RESERVED_IDS.includes(id)) return 'reserved-id';
  if (LONE_SURROGATE.test(id) || id.includes('\0')) return 'unstorable-id';
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  return 3 * id.length > MAX_ID_BYTES && utf8Length(id) > MAX_ID_BYTES ? 'id-too-long' : undefined;
}

/** The reason a value can't be a document id, as a sentence; `undefined` if it can. */
export function findIdProblem(id: unknown): string | undefined {
  const rule = findIdBreach(id);
  return rule && describeIdBreach(rule, id);
}

function describeIdBreach(rule: IdRule, id: unknown): string {
  if (id === undefined) return 'The document has no id.';
  if (typeof id !== 'string') return `The id is of type ${typeOf(id)}; it must be text.`;
  switch (rule) {
    case 'missing-id':
      return 'The id is empty.';
    case 'id-with-slash':
      return `The id ${quote(id)} contains a slash.`;
    case 'id-of-dots':
      return `The id ${quote(id)} has a meaning of its own in addresses.`;
    case 'id-with-underscores':
      return `The id ${quote(id)} starts and ends with two underscores.`;
    case 'reserved-id':
      return `The id ${quote(id)} is reserved.`;
    case 'unstorable-id':
      return `The id ${quote(id)} has half a character pair or the character U+0000.`;
    case 'id-too-long':
      return `The id has ${utf8Length(id)} bytes; at most ${MAX_ID_BYTES} are allowed.`;
  }
}

const COLLECTION_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** The reason a text can't be a collection name, as a sentence; `undefined` if it can. */
export function findCollectionNameProblem(name: string): string | undefined {
  if (!COLLECTION_NAME.test(name))
    return 'A collection name starts with a letter and has at most 64 letters, digits, - or _.';
  if (RESERVED_COLLECTIONS.includes(name)) return `The collection name "${name}" is reserved.`;
  return undefined;
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
