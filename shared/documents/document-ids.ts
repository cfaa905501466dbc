import { isReservedName } from './document-rules.ts';

/** Ids that stand in paths beside `{collection}/{id}` and therefore name no document. */
export const RESERVED_IDS: readonly string[] = ['create', 'pull', 'push', 'checksum'];

/** Names that stand in paths beside `{collection}` and therefore name no collection. */
export const RESERVED_COLLECTIONS: readonly string[] = ['stream', 'changes'];

const MAX_ID_BYTES = 1500;

/** Why a text can't be a document's id, as a sentence; `undefined` when it can. */
export function findIdProblem(id: unknown): string | undefined {
  if (typeof id !== 'string' || id === '') return 'A document id is a text that is not empty.';
  if (id.includes('/')) return 'A document id contains no slash.';
  if (id === '.' || id === '..') return 'A document id is neither . nor .. .';
  if (isReservedName(id)) return 'A document id does not both start and end with two underscores.';
  if (RESERVED_IDS.includes(id)) return `The id "${id}" is reserved.`;
  // No UTF-16 unit takes more than three bytes.
  if (3 * id.length > MAX_ID_BYTES && utf8Length(id) > MAX_ID_BYTES)
    return 'A document id has at most 1500 bytes.';
  return undefined;
}

const COLLECTION_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Why a text can't name a collection; `undefined` when it can. */
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
